"""The rule card of Rentz."""

from __future__ import annotations

from levata.games.rentz.options import (
    REFUSING_ENDS,
    RentzOptions,
    Subgame,
    hands_in_all,
    place_points,
)
from levata_client.shown.games.rentz.terms import SUBGAME_NAMES
from levata_client.shown.text.phrases import N_, Phrase, RuleCard, ranks_of


def write(card: RuleCard, options: RentzOptions, seats: int) -> None:
    """Write the card."""
    subgames = options.subgames
    card.text(
        N_(
            "Everybody plays alone. In each hand one player chooses a subgame and begins; in the "
            "course of a match everybody chooses each subgame once."
        )
    )
    card.heading(N_("Cards and hands"))
    card.text(
        N_("The pack has {cards} cards, in each suit {ranks}; everybody gets eight. No trumps."),
        cards=8 * seats,
        ranks=ranks_of(seats),
    )
    card.text(
        N_("There are {count} subgames, so a match has {hands} hands: {names}."),
        count=len(subgames),
        hands=hands_in_all(seats, options),
        names=tuple(Phrase(SUBGAME_NAMES[subgame]) for subgame in subgames),
    )
    if options.nv:
        card.text(
            N_(
                "Who chooses before looking at his cards plays blind: all scores of the hand are "
                "doubled. The last subgame cannot be chosen blind."
            )
        )
    else:
        card.text(N_("The chooser sees his cards first."))
    _write_tricks(card, options)
    _write_layout(card, options, seats)
    _write_end(card, options, seats)


def _write_tricks(card: RuleCard, options: RentzOptions) -> None:
    card.heading(N_("Subgames with tricks"))
    card.text(
        N_(
            "The chooser leads. Follow suit if you can, else play anything. The highest card of "
            "the suit led takes the trick and leads next."
        )
    )
    messages = {
        Subgame.KING: N_("King: whoever takes the king of hearts scores {points}."),
        Subgame.QUEENS: N_("Queens: each queen taken scores {points}."),
        Subgame.DIAMONDS: N_("Diamonds: each diamond taken scores {points}."),
        Subgame.TRICKS: N_("Tricks: each trick scores {points}."),
        Subgame.TEN_CLUBS: N_("Ten of clubs: whoever takes it scores {points}."),
        Subgame.WHIST: N_("Whist: each trick scores {points}."),
    }
    for subgame in options.subgames:
        if subgame in messages:
            card.text(messages[subgame], points=f"{options.value_of(subgame):+d}")
        elif subgame is Subgame.TOTALS:
            card.text(
                N_(
                    "Totals: king, queens, diamonds and tricks all at once; the queen of diamonds "
                    "counts as a queen and as a diamond."
                )
            )
    if options.early_end:
        card.text(N_("A hand stops as soon as nothing more can be scored in it."))
    else:
        card.text(N_("Every hand is played to its last card."))
    if options.hearts_lead == "free":
        card.text(N_("Hearts may always be led."))
    else:
        card.text(N_("In King and Totals hearts may be led from a hand of hearts alone."))


def _write_layout(card: RuleCard, options: RentzOptions, seats: int) -> None:
    card.heading(N_("Rentz, the layout"))
    start: Phrase | str = Phrase(N_("jack"))
    if options.layout_start == "median":
        start = ranks_of(seats).split()[seats - 1]
    card.text(
        N_(
            "Each suit is a row that begins with its {start} and grows upwards to the ace and "
            "downwards to the {lowest}. Lay one card in turn; you must if you can, else you pass."
        ),
        start=start,
        lowest=ranks_of(seats).split()[-1],
    )
    if options.ace_extra == "optional":
        card.text(N_("After an ace you may lay another card at once."))
    else:
        card.text(N_("After an ace you must lay another card at once, if one fits."))
    card.text(N_("After the lowest card of a suit the next player loses his turn."))
    card.text(
        N_("Who is out of cards first, second and so on scores: {points}."),
        points=tuple(map(str, place_points(options, range(1, seats + 1)))),
    )
    if options.early_end:
        card.text(N_("The last one does not have to lay out his cards."))
    if options.refuse_rentz != "off":
        card.text(
            N_(
                "Who holds {ends} or more aces and lowest cards may refuse this subgame: it is "
                "dealt and chosen anew. A hand is refused at most so many times: {count}."
            ),
            ends=REFUSING_ENDS,
            count=options.refuse_rentz,
        )


def _write_end(card: RuleCard, options: RentzOptions, seats: int) -> None:
    card.heading(N_("The end"))
    card.text(N_("After all hands the highest total wins; equal totals share the place."))
    card.text(N_("The winner is rated +20, the last -20, the others by their scores in between."))
    card.text(
        N_(
            "A match that ends early is rated in proportion to its hands, but not at all before "
            "{hands} hands. Who leaves it is rated -20."
        ),
        hands=4 * seats,
    )
    if options.rating_pool == "all":
        card.text(N_("The scores of those who left still count as first or last."))
    else:
        card.text(N_("Those who stay are rated among themselves."))
