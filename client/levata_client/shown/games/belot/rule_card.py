"""The rule card of Belot."""

from __future__ import annotations

from levata.games.belot.options import BelotOptions
from levata_client.shown.text.phrases import N_, RuleCard


def write(card: RuleCard, options: BelotOptions, seats: int) -> None:
    """Write the card."""
    card.text(
        N_(
            "Two pairs play against each other; partners sit opposite. The turn goes to the right. "
            "First to {target} points wins."
        ),
        target=options.target,
    )
    card.heading(N_("Cards"))
    card.text(N_("The pack has 32 cards, in each suit from seven to ace."))
    card.text(
        N_(
            "Trumps, high to low: J 9 A 10 K Q 8 7, worth 20 14 11 10 4 3 0 0. Other suits: A 10 K "
            "Q J 9 8 7, worth 11 10 4 3 2 0 0 0."
        )
    )
    if options.shuffle == "each_deal":
        card.text(N_("The cards are shuffled before every deal."))
    else:
        card.text(N_("The cards are shuffled once; later the gathered pack is only cut."))
    card.text(N_("Everybody gets five cards, after the auction three more."))
    _write_auction(card, options)
    _write_play(card)
    _write_declarations(card, options)
    _write_scores(card, options)
    _write_end(card, options)


def _write_auction(card: RuleCard, options: BelotOptions) -> None:
    card.heading(N_("Auction"))
    card.text(
        N_(
            "The player to the right of the dealer begins. Pass, or bid higher: clubs, diamonds, "
            "hearts, spades, no-trump, all-trumps. Opponents of the bidder may double, his side "
            "may then redouble. Three passes end the auction; four passes throw the deal in."
        )
    )
    if options.run_from_double:
        card.text(N_("Anybody may bid higher over a double, which ends the double."))
    else:
        card.text(N_("The side that is doubled may not bid higher any more."))


def _write_play(card: RuleCard) -> None:
    card.heading(N_("Play"))
    card.text(
        N_(
            "Follow suit. A trump that is led must be beaten if you can, also your partner's; in "
            "all-trumps that holds for every suit."
        )
    )
    card.text(
        N_(
            "If you cannot follow while an opponent is winning the trick, you must trump, and "
            "trump higher than he did; if you cannot, play anything. While your partner is "
            "winning, play anything."
        )
    )


def _write_declarations(card: RuleCard, options: BelotOptions) -> None:
    card.heading(N_("Declarations"))
    card.text(
        N_(
            "With your first card, but not in no-trump, you may declare runs of a suit: three "
            "cards 20, four 50, five and more 100; and four of a kind: jacks 200, nines 150, tens, "
            "queens, kings and aces 100."
        )
    )
    if options.eight_run == 120:
        card.text(N_("A run of all eight cards of a suit is worth 120."))
    card.text(
        N_(
            "Only the side with the best run counts its runs; only the side with the best four of "
            "a kind counts those. Equal best runs count for nobody."
        )
    )
    if options.quint_compare == "length":
        card.text(N_("The longer run is better, of equal ones the higher."))
    else:
        card.text(
            N_("The longer run is better, but five and more are all equal; of these the higher.")
        )
    card.text(
        N_("Belot: king and queen of trumps in one hand are worth 20, said with the first of them.")
    )
    if options.auto_belot:
        card.text(N_("Belot is said by itself."))
    else:
        card.text(N_("Who does not say belot does not get it."))


def _write_scores(card: RuleCard, options: BelotOptions) -> None:
    card.heading(N_("Scores"))
    card.text(
        N_(
            "A side counts its cards, declarations and belots, and 10 for the last trick. In "
            "no-trump the sum is doubled. All eight tricks are worth 90 more."
        )
    )
    card.text(
        N_(
            "If the bidding side has more, both sides record a tenth of their points, rounded. If "
            "it has less, the other side records everything. If both have the same, the points of "
            "the bidding side hang: whoever wins the next deal gets them."
        )
    )
    card.text(
        N_("In a doubled deal the winner records everything twice, in a redoubled one four times.")
    )
    if options.capot_cancels_double:
        card.text(N_("If one side takes all tricks, a double does not count."))
    if options.zero_to_one:
        card.text(N_("A side that made any points records at least 1."))


def _write_end(card: RuleCard, options: BelotOptions) -> None:
    card.heading(N_("The end"))
    card.text(
        N_("A side with {target} points or more wins after a deal; the higher total if both have."),
        target=options.target,
    )
    if options.capot_rule == "barrier":
        card.text(
            N_(
                "A deal in which one side took all tricks cannot end the match: the leader then "
                "needs one point more than he has."
            )
        )
    elif options.capot_rule == "one_more_deal":
        card.text(
            N_(
                "A deal in which one side took all tricks cannot end the match: the next ordinary "
                "deal decides it."
            )
        )
    else:
        card.text(N_("Any deal can end the match."))
