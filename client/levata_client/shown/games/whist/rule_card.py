"""The rule card of Whist."""

from __future__ import annotations

from levata.games.whist import WhistOptions, round_points, schedule
from levata_client.shown.text.phrases import N_, RuleCard, ranks_of


def write(card: RuleCard, options: WhistOptions, seats: int) -> None:
    """Write the card."""
    sizes = schedule(seats, options.sequence)
    card.text(
        N_(
            "Everybody plays alone. Before each round you say how many tricks you will take; then "
            "you try to take exactly as many."
        )
    )
    card.heading(N_("Cards and rounds"))
    card.text(
        N_("The pack has {cards} cards, in each suit {ranks}, the ace high."),
        cards=8 * seats,
        ranks=ranks_of(seats),
    )
    card.text(
        N_("A match has {rounds} rounds. Cards to each player: {sizes}."),
        rounds=len(sizes),
        sizes=" ".join(map(str, sizes)),
    )
    card.text(N_("A drawn seat begins the first round; then the beginning moves on by one seat."))
    _write_trump(card, options, max(sizes))
    if options.forehead:
        card.text(
            N_(
                "In rounds of one card you see the cards of all others, but not your own, until it "
                "is played. There is nothing to choose then, so cards are played by themselves."
            )
        )
    card.heading(N_("Bidding"))
    card.text(N_("In turn everybody bids once, from 0 to the cards of the round."))
    if options.hook:
        card.text(N_("The last to bid may not make the bids add up to the cards of the round."))
    else:
        card.text(N_("The last to bid may make the bids add up to the cards of the round."))
    card.heading(N_("Play"))
    card.text(
        N_(
            "Whoever bid first leads. Follow suit if you can. If you cannot, you must play a trump "
            "if you hold one; you need not beat a trump already played. With neither, play "
            "anything."
        )
    )
    card.text(
        N_(
            "The highest trump takes the trick, without trumps the highest card of the suit led. "
            "Whoever takes it leads next."
        )
    )
    _write_scores(card, options)
    card.heading(N_("The end"))
    card.text(N_("After the last round the highest total wins; equal totals share the place."))


def _write_trump(card: RuleCard, options: WhistOptions, biggest: int) -> None:
    card.text(N_("After the deal the next card is turned up: its suit is trump."))
    if biggest == 8:
        card.text(N_("In rounds of eight cards no card is left, so there is no trump."))
    if not options.one_card_trump:
        card.text(N_("Rounds of one card have no trump either."))


def _write_scores(card: RuleCard, options: WhistOptions) -> None:
    card.heading(N_("Scores"))
    if options.scoring == "n+5":
        message = N_(
            "A bid met exactly scores 5 points and one more for each trick: {three} for a bid of "
            "3, {none} for a bid of 0."
        )
    else:
        message = N_(
            "A bid met exactly scores 1 point and two more for each trick: {three} for a bid of "
            "3, {none} for a bid of 0."
        )
    card.text(
        message,
        three=round_points(options.scoring, 3, 3),
        none=round_points(options.scoring, 0, 0),
    )
    card.text(N_("A bid missed costs one point for each trick too many or too few."))
    _write_streaks(card, options)
    if options.repeat_if_all_fail:
        _write_repeats(card, options)


def _write_streaks(card: RuleCard, options: WhistOptions) -> None:
    facts = {"count": options.streak_len, "points": options.streak_bonus}
    if options.premiere:
        card.text(N_("Bids met in {count} rounds running earn {points} points more."), **facts)
    if options.depremiere:
        card.text(N_("Bids missed in {count} rounds running cost {points} points more."), **facts)
    if not options.premiere and not options.depremiere:
        card.text(N_("Rounds met or missed in a row earn and cost nothing more."))
        return
    card.text(N_("After that the count of rounds begins anew."))
    card.text(
        {
            "ignore": N_("Rounds of one card are left out of this count and do not break it."),
            "reset": N_("Rounds of one card set this count back to nothing."),
            "count": N_("Rounds of one card count like all others."),
        }[options.one_card_streak]
    )


def _write_repeats(card: RuleCard, options: WhistOptions) -> None:
    card.text(
        N_(
            "If everybody missed the bid, the round is void and is dealt again, for the same cards "
            "and with the same beginner."
        )
    )
    if options.repeat_keep_scores:
        card.text(N_("The points lost in a void round stay lost."))
    else:
        card.text(N_("A void round costs nothing."))
    if options.max_repeats is not None:
        card.text(
            N_("The same round is played again at most so many times: {count}. Then it counts."),
            count=options.max_repeats,
        )
