"""The rule card of Septica."""

from __future__ import annotations

from levata.games.septica import SepticaOptions, game_scores
from levata.games.septica.scoring import LEAVER_LOSS
from levata.ratings import REGEN_CREDIT, REGEN_LIMIT, START_ACCOUNT
from levata_client.shown.text.phrases import N_, RuleCard


def write(card: RuleCard, options: SepticaOptions, seats: int) -> None:
    """Write the card."""
    if options.partners:
        card.text(
            N_(
                "Two pairs play against each other; partners sit opposite and put their points "
                "together. Take the tens and aces."
            )
        )
    else:
        card.text(N_("Everybody plays alone. Take the tens and aces."))
    card.heading(N_("Cards"))
    card.text(N_("The pack has 32 cards, in each suit A K Q J 10 9 8 7. No suit is trump."))
    if seats == 3:
        first, second = options.removed_eights.split("-")
        card.text(
            N_("Two eights are taken out, {first} and {second}; the other two always cut."),
            first=first,
            second=second,
        )
    card.text(N_("Each ten and each ace is one point, eight in all."))
    card.text(N_("Everybody gets four cards; the rest is the stock."))
    _write_tricks(card, options, seats)
    if not options.show_points:
        card.text(N_("You do not see what others have taken before the end, only your own points."))
    _write_scores(card, options, seats)


def _write_tricks(card: RuleCard, options: SepticaOptions, seats: int) -> None:
    card.heading(N_("Tricks"))
    card.text(
        N_(
            "The leader plays any card, then everybody in turn adds any card: no suit has to be "
            "followed."
        )
    )
    if seats == 3:
        card.text(
            N_("Sevens, eights and cards of the same rank as the first card cut; the latest wins.")
        )
    else:
        card.text(N_("Sevens and cards of the same rank as the first card cut; the latest wins."))
    card.text(
        N_(
            "When everybody has added a card and the leader is cut, he leaves the cards to the one "
            "who cut last, or cuts again with such a card; then everybody adds one more card."
        )
    )
    if options.continue_when_winning:
        card.text(
            N_("A leader who is not cut may also go on with a cutting card; else he takes them.")
        )
    else:
        card.text(N_("A leader who is not cut takes the cards."))
    card.text(
        N_(
            "Whoever takes the cards draws first; all fill up to four cards from the stock as long "
            "as it lasts. He leads next."
        )
    )


def _write_scores(card: RuleCard, options: SepticaOptions, seats: int) -> None:
    card.heading(N_("Scores"))
    players = 2 if options.partners else seats
    card.text(
        N_(
            "Everybody scores {factor} for each point. Who has the fewest points loses; the losers "
            "share a loss of {loss}. All scores of a game add up to nothing."
        ),
        factor=players,
        loss=8 * players,
    )
    points = {2: (5, 3), 3: (5, 2, 1), 4: (5, 2, 1, 0)}[players]
    card.text(
        N_("So {points} points score {scores}."),
        points="-".join(map(str, points)),
        scores=" ".join(f"{score:+d}" for score in game_scores(points)),
    )
    if players == 4:
        card.text(
            N_("Three losers together lose 36; the winner then gets one point more: {scores}."),
            scores=" ".join(f"{score:+d}" for score in game_scores((5, 1, 1, 1))),
        )
    if options.partners:
        card.text(N_("Both partners record the score of their pair."))
    card.heading(N_("The end"))
    if options.games == 1:
        card.text(N_("A match is one game, until all cards are played. The highest score wins."))
    else:
        card.text(
            N_(
                "Games in a match: {games}. The first leader moves on by one seat each game; the "
                "scores are added up and the highest total wins."
            ),
            games=options.games,
        )
    card.text(
        N_("Who leaves a game that is then stopped loses {loss}; those who stay share it."),
        loss=LEAVER_LOSS[players],
    )
    _write_accounts(card, options)


def _write_accounts(card: RuleCard, options: SepticaOptions) -> None:
    card.text(N_("Scores go to an account that begins with {start} points."), start=START_ACCOUNT)
    if not options.regen:
        card.text(N_("An account is never filled up."))
    elif options.regen_mode == "add":
        card.text(
            N_("With {limit} points or less it may be filled up by {credit} more."),
            limit=REGEN_LIMIT,
            credit=REGEN_CREDIT,
        )
    else:
        card.text(
            N_("With {limit} points or less it may be filled up to {credit}."),
            limit=REGEN_LIMIT,
            credit=REGEN_CREDIT,
        )
