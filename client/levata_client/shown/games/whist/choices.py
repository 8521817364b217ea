"""What is chosen in Whist besides cards: bids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from levata.games.whist import WhistOptions, WhistView, barred_bid
from levata_client.shown.games.whist.words import WORDS
from levata_client.shown.table.scene import ChoiceItem, Choices
from levata_client.shown.text.language import _
from levata_client.shown.text.messages import explain
from levata_client.shown.text.words import MUTED, Part, Words, fill, words

NO_BID: Final = -1
"""What views have for a seat that has not bid."""


def bid_choices(view: WhistView, options: WhistOptions, names: Sequence[Words]) -> Choices:
    """Return the bids for the viewer, whose turn it is; ``names`` are by seat."""
    allowed = open_bids(view)
    barred = min(set(range(view.size + 1)) - allowed, default=-1)
    reason = words(explain("bid_barred", (str(barred), str(view.size)), WORDS))
    return Choices(
        title=words(_("How many tricks?")),
        choices=tuple(
            ChoiceItem(
                action=f"bid {count}",
                label=words(count),
                key=str(count),
                is_enabled=count in allowed,
                reason=() if count in allowed else reason,
                note=_bid_note(count, view, options, names),
            )
            for count in range(view.size + 1)
        ),
        notes=(_sum_note(view),),
    )


def open_bids(view: WhistView) -> set[int]:
    """Return the bids that the viewer may make."""
    return {int(text[4:]) for text in view.legal if text.startswith("bid ")}


def _bid_note(count: int, view: WhistView, options: WhistOptions, names: Sequence[Words]) -> Words:
    """Return what a bid would forbid the last bidder, when the viewer bids just before him."""
    bids = tuple(count if seat == view.seat else bid for seat, bid in enumerate(view.bids))
    last = (view.first - 1) % len(bids)
    if not options.hook or last == view.seat or bids.count(NO_BID) != 1:
        return ()
    barred = barred_bid(view.size, [bid for bid in bids if bid != NO_BID])
    if barred < 0:
        return ()
    return fill(_("{name} will not be able to say {bid}"), MUTED, name=names[last], bid=barred)


def _sum_note(view: WhistView) -> Words:
    """Return the sum of the bids so far, in bidding order: ``bids so far: 1+0+3 = 4 of 5``."""
    seats = len(view.bids)
    made = [view.bids[(view.first + step) % seats] for step in range(seats)]
    made = [bid for bid in made if bid != NO_BID]
    if not made:
        return words(Part(_("You bid first"), MUTED))
    terms = "+".join(str(bid) for bid in made)
    text = _("bids so far: {terms} = {total} of {cards}")
    return fill(text, MUTED, terms=terms, total=sum(made), cards=view.size)
