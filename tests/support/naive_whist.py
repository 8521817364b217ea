"""Whist told a second time, as plainly as the rules read, to compare the real one with.

Cards are texts, hands are lists; nothing here is shared with `levata`.
"""

from __future__ import annotations

from collections.abc import Sequence

RANKS = "23456789TJQKA"


def pack_of(players: int) -> list[str]:
    """Return eight cards for each player, of the highest ranks."""
    return [rank + suit for rank in RANKS[-2 * players :] for suit in "CDHS"]


def sizes_of(players: int, sequence: str) -> list[int]:
    """Return the cards of each round."""
    blocks: dict[str, list[list[int]]] = {
        "1-8-1": [[1] * players, [2, 3, 4, 5, 6, 7], [8] * players, [7, 6, 5, 4, 3, 2]],
        "8-1-8": [[8] * players, [7, 6, 5, 4, 3, 2], [1] * players, [2, 3, 4, 5, 6, 7]],
        "1-4-1": [[1] * players, [2, 3], [4] * players, [3, 2]],
    }
    return [size for block in (*blocks[sequence], blocks[sequence][0]) for size in block]


def trump_of(turned: str | None) -> str | None:
    """Return the suit of the turned card."""
    return turned[1] if turned else None


def legal_bids(size: int, earlier: Sequence[int], players: int, hook: bool = True) -> list[int]:
    """Return the bids open to the next bidder after the earlier ones."""
    bids = list(range(size + 1))
    if hook and len(earlier) == players - 1:
        bids = [bid for bid in bids if sum(earlier) + bid != size]
    return bids


def legal_cards(hand: Sequence[str], trick: Sequence[str], trump: str | None) -> list[str]:
    """Return the cards of a hand that may be played to a trick."""
    if not trick:
        return list(hand)
    led = trick[0][1]
    same_suit = [card for card in hand if card[1] == led]
    if same_suit:
        return same_suit
    trumps = [card for card in hand if card[1] == trump]
    return trumps or list(hand)


def trick_winner(trick: Sequence[str], trump: str | None) -> int:
    """Return which card of the trick wins it."""
    suit = trump if any(card[1] == trump for card in trick) else trick[0][1]
    ranks = [RANKS.index(card[0]) if card[1] == suit else -1 for card in trick]
    return ranks.index(max(ranks))


def points_of(scoring: str, bid: int, took: int) -> int:
    """Return what a round scores before bonuses."""
    if bid == took:
        return {"n+5": bid + 5, "2n+1": bid + bid + 1}[scoring]
    return took - bid if took < bid else bid - took


def bonuses_of(
    results: Sequence[tuple[int, bool]],
    one_card_streak: str = "ignore",
    length: int = 5,
    bonus: int = 10,
    premiere: bool = True,
    depremiere: bool = True,
) -> list[int]:
    """Return the bonus of each round of a player, from its size and whether the bid was met."""
    run: list[bool] = []
    bonuses: list[int] = []
    for size, is_met in results:
        paid = 0
        if size == 1 and one_card_streak == "reset":
            run = []
        elif size > 1 or one_card_streak == "count":
            run = [*run, is_met] if run and run[-1] == is_met else [is_met]
            if len(run) == length:
                run = []
                if is_met and premiere:
                    paid = bonus
                if not is_met and depremiere:
                    paid = -bonus
        bonuses.append(paid)
    return bonuses


def places(scores: Sequence[int]) -> list[int]:
    """Return the place of each score; equal scores share the better one."""
    ranking = sorted(scores, reverse=True)
    return [ranking.index(score) + 1 for score in scores]


class NaiveRound:
    """A round after its deal, told in texts; seats are counted from the first player."""

    def __init__(self, hands: Sequence[Sequence[str]], turned: str | None, hook: bool = True):
        self.hands = [list(hand) for hand in hands]
        self.size = len(self.hands[0])
        self.players = len(self.hands)
        self.trump = trump_of(turned)
        self.hook = hook
        self.bids: list[int] = []
        self.took = [0] * self.players
        self.trick: list[str] = []
        self.leader = 0

    @property
    def turn(self) -> int:
        """Who acts, counted from the first player."""
        if len(self.bids) < self.players:
            return len(self.bids)
        return (self.leader + len(self.trick)) % self.players

    @property
    def is_over(self) -> bool:
        """Whether every trick is taken."""
        return sum(self.took) == self.size

    def legal(self) -> list[str]:
        """Return the texts of the legal actions, in no order that matters."""
        if self.is_over:
            return []
        if len(self.bids) < self.players:
            bids = legal_bids(self.size, self.bids, self.players, self.hook)
            return [f"bid {bid}" for bid in bids]
        cards = legal_cards(self.hands[self.turn], self.trick, self.trump)
        return [f"play {card}" for card in cards]

    def act(self, text: str) -> None:
        """Carry out a legal action."""
        verb, what = text.split()
        if verb == "bid":
            self.bids.append(int(what))
            return
        self.hands[self.turn].remove(what)
        self.trick.append(what)
        if len(self.trick) == self.players:
            winner = (self.leader + trick_winner(self.trick, self.trump)) % self.players
            self.took[winner] += 1
            self.leader, self.trick = winner, []

    def copy(self) -> NaiveRound:
        """Return a round that can go another way."""
        twin = NaiveRound(self.hands, None, self.hook)
        twin.size, twin.trump, twin.leader = self.size, self.trump, self.leader
        twin.bids, twin.took, twin.trick = [*self.bids], [*self.took], [*self.trick]
        return twin


def count_sequences(state: NaiveRound, depth: int) -> int:
    """Return in how many ways the next ``depth`` actions can go; a finished round is one."""
    if depth == 0 or state.is_over:
        return 1
    total = 0
    for text in state.legal():
        after = state.copy()
        after.act(text)
        total += count_sequences(after, depth - 1)
    return total
