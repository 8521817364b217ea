"""What is chosen in Belot besides cards: calls of the auction, declarations and belot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from levata.cards import CARD_TEXTS, Card, mask_of, parse_card
from levata.games.belot import BelotOptions, BelotView
from levata.games.belot.auction import DOUBLE, PASS, REDOUBLE, Auction, refusal
from levata.games.belot.cards import CONTRACTS, NO_CONTRACT, NOTRUMP
from levata.games.belot.declarations import KINDS, Combination, declarable
from levata.games.belot.state import Phase
from levata_client.shown.games.belot.terms import combination_words, contract_name, contract_words
from levata_client.shown.games.belot.words import WORDS
from levata_client.shown.table.scene import ChoiceItem, Choices, ChoiceStyle
from levata_client.shown.text.language import _
from levata_client.shown.text.messages import explain
from levata_client.shown.text.words import MUTED, Part, Words, card_words, fill, join, tinted, words

_PASS_KEY: Final = "p"
_DOUBLE_KEY: Final = "x"
_HAND_SIZE: Final = 8
_KEYS: Final = "abcdfgijkmnquyz"
"""Keys of declarations and belots: letters that mean nothing else at a table."""


def belot_choices(view: BelotView, options: BelotOptions) -> Choices | None:
    """Return what the viewer, whose turn it is, may choose besides cards."""
    if view.phase == Phase.AUCTION:
        return _auction(view, options)
    return _announcements(view, options)


def _auction(view: BelotView, options: BelotOptions) -> Choices:
    auction = Auction(view.calls, view.contract, view.by, view.multiplier)
    bids = tuple(
        _call(
            auction,
            view,
            options,
            contract,
            f"bid {name}",
            contract_words(contract),
            str(contract + 1),
        )
        for contract, name in enumerate(CONTRACTS)
    )
    double, text, label = DOUBLE, "double", _("double")
    if view.multiplier > 1:
        double, text, label = REDOUBLE, "redouble", _("redouble")
    calls = (
        _call(auction, view, options, PASS, "pass", words(_("pass")), _PASS_KEY),
        _call(auction, view, options, double, text, words(label), _DOUBLE_KEY),
    )
    title = words(_("Your bid"))
    if view.contract != NO_CONTRACT:
        title = fill(_("Your bid: higher than {contract}"), contract=contract_name(view.contract))
    return Choices(title, (*bids, *calls), style=ChoiceStyle.LINE)


def _call(
    auction: Auction,
    view: BelotView,
    options: BelotOptions,
    call: int,
    action: str,
    label: Words,
    key: str,
) -> ChoiceItem:
    code = refusal(auction, view.seat, call, options.run_from_double)
    reason: Words = ()
    if code is not None:
        facts = () if view.contract == NO_CONTRACT else (CONTRACTS[view.contract],)
        reason = tinted(explain(code, facts, WORDS))
    return ChoiceItem(
        action,
        label,
        key,
        is_enabled=code is None,
        reason=reason,
        note=words(Part(_call_note(call), MUTED)),
        opens_row=call == PASS,
    )


def _call_note(call: int) -> str:
    if call == PASS:
        return _("You say nothing; three passes end the auction")
    if call == DOUBLE:
        return _("The winner of the deal takes all, twice")
    if call == REDOUBLE:
        return _("The winner of the deal takes all, four times")
    if call < 4:
        return _("This suit is trump: 162 points in all")
    if call == 4:
        return _("No suit is trump: 130 points, counted twice")
    return _("Every suit is trump: 258 points in all")


def _announcements(view: BelotView, options: BelotOptions) -> Choices | None:
    """Return combinations to declare before the first card, and belots that may be kept silent."""
    combinations = list(_combinations(view))
    belots = _optional_belots(view)
    if not belots and not any(_text(item) in view.legal for item in combinations):
        return None
    keys = iter(_KEYS)
    eight_run = int(options.eight_run)
    choices = [
        _declaration(item, view, combinations, next(keys), eight_run) for item in combinations
    ]
    for action, card in belots:
        label = fill(_("{card} with belot"), card=card_words(card))
        choices.append(ChoiceItem(action, label, next(keys)))
    title = words(_("You may declare, then play a card"))
    if not combinations:
        title = words(_("You may say belot with the card"))
    return Choices(title, tuple(choices), style=ChoiceStyle.LINE)


def _combinations(view: BelotView) -> Iterator[Combination]:
    """Yield what the viewer's hand holds: declared, possible or excluded by now."""
    if len(view.hand) != _HAND_SIZE or view.contract == NOTRUMP:
        return
    held = mask_of(view.hand)
    free = held & ~mask_of(card for cards in view.own for card in cards)
    seen: set[tuple[Card, ...]] = set()
    for declare in (*declarable(held), *declarable(free)):
        combination = declare.combination
        if combination.cards not in seen:
            seen.add(combination.cards)
            yield combination


def _declaration(
    item: Combination, view: BelotView, others: list[Combination], key: str, eight_run: int
) -> ChoiceItem:
    action = _text(item)
    points = item.points(eight_run)
    label = words(combination_words(item.kind, item.cards), Part(f" {points}", MUTED))
    used = [card for cards in view.own for card in cards if card in item.cards]
    is_declared = item.cards in view.own
    reason: Words = ()
    if is_declared:
        reason = words(_("You have declared it"))
    elif action not in view.legal:
        code, facts = ("already_declared", (CARD_TEXTS[used[0]],)) if used else ("part_of_run", ())
        reason = tinted(explain(code, facts, WORDS))
    return ChoiceItem(
        action,
        label,
        key,
        is_enabled=action in view.legal,
        reason=reason,
        note=_exclusion(item, others),
        is_ticked=is_declared,
    )


def _exclusion(item: Combination, others: list[Combination]) -> Words:
    """Return what declaring a combination makes impossible, because a card counts once."""
    excluded = [
        combination_words(other.kind, other.cards)
        for other in others
        if other.cards != item.cards and other.mask & item.mask
    ]
    if not excluded:
        return words(Part(_("Others hear its kind, and see it after the deal"), MUTED))
    return fill(_("excludes {others}: a card counts once"), MUTED, others=join(", ", excluded))


def _text(item: Combination) -> str:
    return f"declare {KINDS[item.kind]} {'-'.join(CARD_TEXTS[card] for card in item.cards)}"


def _optional_belots(view: BelotView) -> list[tuple[str, Card]]:
    """Return the plays with belot whose card may be played without it too."""
    return [
        (text, parse_card(text.split()[1]))
        for text in view.legal
        if text.endswith(" belot") and text.removesuffix(" belot") in view.legal
    ]
