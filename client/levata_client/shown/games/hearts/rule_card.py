"""The rule card of Hearts."""

from __future__ import annotations

from levata.cards import CARD_TEXTS
from levata.games.hearts import HeartsOptions, hearts_pack, lowest_club
from levata.games.hearts.model import JACK_POINTS, MOON_POINTS, PASS_SIZE, QUEEN_POINTS, REMOVED
from levata_client.shown.text.phrases import N_, RuleCard


def write(card: RuleCard, options: HeartsOptions, seats: int) -> None:
    """Write the card."""
    card.text(N_("Everybody plays alone. Avoid hearts and the queen of spades."))
    card.heading(N_("Cards"))
    pack = hearts_pack(seats)
    card.text(
        N_("The pack has {cards} cards, the ace high; all are dealt, {each} to each player."),
        cards=len(pack),
        each=len(pack) // seats,
    )
    if REMOVED[seats]:
        card.text(N_("Taken out: {cards}."), cards=REMOVED[seats])
    if not options.passing:
        card.text(N_("No cards are passed on."))
    else:
        message = N_(
            "Before the play everybody passes {count} cards on: in the first deal to the next "
            "player, then to the one before, and in every third deal nothing is passed."
        )
        if seats == 4:
            message = N_(
                "Before the play everybody passes {count} cards on: in the first deal to the next "
                "player, then to the one before, then across, and in every fourth deal nothing is "
                "passed."
            )
        card.text(message, count=PASS_SIZE)
    card.heading(N_("Play"))
    card.text(
        N_(
            "{card} leads the first trick. Follow suit if you can. The highest card of the suit "
            "led takes the trick and leads next; there are no trumps."
        ),
        card=CARD_TEXTS[lowest_club(seats)],
    )
    card.text(
        N_(
            "In the first trick no hearts and no queen of spades are thrown. Hearts may not be led "
            "before one was thrown, unless you hold nothing else."
        )
    )
    card.heading(N_("Scores"))
    card.text(
        N_("Each heart taken costs 1 point, the queen of spades {queen}."), queen=QUEEN_POINTS
    )
    if options.moon == "add":
        card.text(
            N_("Who takes all {all} points loses nothing; each of the others loses {all}."),
            all=MOON_POINTS,
        )
    else:
        card.text(N_("Who takes all {all} points earns {all} instead."), all=MOON_POINTS)
    if options.jack_of_diamonds:
        card.text(N_("Who takes the jack of diamonds earns {points}."), points=JACK_POINTS)
    card.heading(N_("The end"))
    card.text(
        N_(
            "When somebody has lost {target} points the match is over; whoever lost the fewest "
            "wins, equal totals share the place."
        ),
        target=options.target,
    )
