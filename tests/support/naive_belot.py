"""A slow referee for Belot, written from the text of the rules.

It shares no code with the game: cards are texts such as ``KH``, and every rule is spelled out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

TRUMP_RANKS = "J9ATKQ87"
PLAIN_RANKS = "ATKQJ987"
"""High to low."""
NATURAL_RANKS = "789TJQKA"
TRUMP_VALUES = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
SUIT_OF_CONTRACT = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


def is_trump(contract: str, card: str) -> bool:
    """Return whether a card ranks and counts as a trump."""
    return contract == "alltrumps" or SUIT_OF_CONTRACT.get(contract) == card[1]


def beats(contract: str, card: str, other: str) -> bool:
    """Return whether a later card beats one that was winning."""
    if card[1] != other[1]:
        return is_trump(contract, card) and contract != "alltrumps"
    order = TRUMP_RANKS if is_trump(contract, card) else PLAIN_RANKS
    return order.index(card[0]) < order.index(other[0])


def winning_place(contract: str, trick: Sequence[str]) -> int:
    """Return the place in the trick of the card that wins it now."""
    best = 0
    for place in range(1, len(trick)):
        if beats(contract, trick[place], trick[best]):
            best = place
    return best


def referee_legal(contract: str, hand: Sequence[str], trick: Sequence[str]) -> set[str]:
    """Return the cards of a hand that may be played, by the text of the rules."""
    if not trick:
        return set(hand)
    led_suit = trick[0][1]
    winner = trick[winning_place(contract, trick)]
    partner_wins = len(trick) >= 2 and winner == trick[-2]
    following = {card for card in hand if card[1] == led_suit}
    if following:
        if is_trump(contract, trick[0]):
            table = [card for card in trick if card[1] == led_suit]
            higher = {card for card in following if all(beats(contract, card, x) for x in table)}
            return higher or following
        return following
    if contract in ("alltrumps", "notrump") or is_trump(contract, trick[0]) or partner_wins:
        return set(hand)
    trumps = {card for card in hand if is_trump(contract, card)}
    if not trumps:
        return set(hand)
    if not is_trump(contract, winner):
        return trumps
    return {card for card in trumps if beats(contract, card, winner)} or set(hand)


def best_run(runs: Iterable[Sequence[str]], compare: str, eight_run: int) -> tuple[int, int]:
    """Return the length (or the worth) and the top of the best sequence."""
    ranked = [
        (
            len(run) if compare == "length" else run_worth(run, eight_run),
            NATURAL_RANKS.index(run[-1][0]),
        )
        for run in runs
    ]
    return max(ranked, default=(0, 0))


def run_worth(run: Sequence[str], eight_run: int) -> int:
    """Return the points of a sequence."""
    return {3: 20, 4: 50, 8: eight_run}.get(len(run), 100)


def referee_result(
    options: Mapping[str, str | int],
    before: Mapping[str, Any],
    dealer: int,
    hands: Sequence[Sequence[str]],
    actions: Sequence[tuple[int, str]],
) -> tuple[dict[str, Any], bool]:
    """Return the result of a deal as the record has it, and whether the match is over.

    ``before`` holds the totals, the barrier and what hangs. Refuses illegal cards by assertion.
    """
    totals, barrier = list(before["totals"]), before["barrier"]
    contract, by, multiplier = None, -1, 1
    calls = [(seat, text) for seat, text in actions if text.split()[0] not in ("declare", "play")]
    for seat, text in calls:
        if text.startswith("bid "):
            contract, by, multiplier = text[4:], seat, 1
        elif text != "pass":
            multiplier *= 2
    if contract is None:
        thrown_in = {"contract": None, "recorded": [0, 0], **before}
        return thrown_in, False
    raw, declared, capot = referee_points(options, contract, dealer, hands, actions[len(calls) :])
    factor = 1 if capot is not None and options["capot_cancels_double"] == "on" else multiplier
    recorded, hanging = referee_record(
        contract, by % 2, factor, raw, before["hanging"], options["zero_to_one"] == "on"
    )
    totals = [total + points for total, points in zip(totals, recorded, strict=True)]
    is_over = max(totals) >= barrier and totals[0] != totals[1]
    if capot is not None and options["capot_rule"] != "none":
        is_over = False
        if options["capot_rule"] == "barrier" and max(totals) >= barrier:
            barrier = max(totals) + 1
    result = {
        "contract": contract,
        "by": by,
        "multiplier": multiplier,
        "raw": raw,
        "declared": declared,
        "capot": capot,
        "recorded": recorded,
        "hanging": hanging,
        "totals": totals,
        "barrier": barrier,
    }
    return result, is_over


def referee_points(
    options: Mapping[str, str | int],
    contract: str,
    dealer: int,
    hands: Sequence[Sequence[str]],
    actions: Sequence[tuple[int, str]],
) -> tuple[list[int], list[int], int | None]:
    """Return raw and declared points of both sides, and who made capot."""
    held = [list(hand) for hand in hands]
    cards, tricks, belot = [0, 0], [0, 0], [0, 0]
    runs: list[list[list[str]]] = [[], []]
    carres: list[list[str]] = [[], []]
    trick: list[str] = []
    leader = (dealer + 1) % 4
    for seat, text in actions:
        verb, *words = text.split()
        if verb == "declare":
            combination = words[1].split("-")
            if words[0] == "carre":
                carres[seat % 2].append(combination[0][0])
            else:
                runs[seat % 2].append(combination)
            continue
        assert seat == (leader + len(trick)) % 4
        assert words[0] in referee_legal(contract, held[seat], trick), f"{seat}: {text}"
        belot[seat % 2] += 20 * (words[1:] == ["belot"])
        held[seat].remove(words[0])
        trick.append(words[0])
        if len(trick) == 4:
            leader = (leader + winning_place(contract, trick)) % 4
            tricks[leader % 2] += 1
            for card in trick:
                values = TRUMP_VALUES if is_trump(contract, card) else PLAIN_VALUES
                cards[leader % 2] += values[card[0]]
            trick = []
    assert sum(tricks) == 8
    cards[leader % 2] += 10
    declared = belot
    eight_run = int(options["eight_run"])
    best = [best_run(runs[side], str(options["quint_compare"]), eight_run) for side in (0, 1)]
    for side in (0, 1):
        if best[side] > best[1 - side]:
            declared[side] += sum(run_worth(run, eight_run) for run in runs[side])
        ranks = [min(map(TRUMP_RANKS.index, carres[which]), default=99) for which in (0, 1)]
        if ranks[side] < ranks[1 - side]:
            declared[side] += sum({"J": 200, "9": 150}.get(rank, 100) for rank in carres[side])
    raw = [points + extra for points, extra in zip(cards, declared, strict=True)]
    if contract == "notrump":
        raw = [2 * points for points in raw]
    capot = tricks.index(8) if 8 in tricks else None
    if capot is not None:
        raw[capot] += 90
    return raw, declared, capot


def referee_record(
    contract: str, bidders: int, multiplier: int, raw: Sequence[int], hanging: int, nonzero: bool
) -> tuple[list[int], int]:
    """Return what both sides record, and what hangs after the deal."""
    others = 1 - bidders
    pot = sum(raw) // 10 + (sum(raw) % 10 >= 5)
    recorded = [0, 0]
    if raw[0] == raw[1]:
        if multiplier > 1:
            return recorded, hanging + pot * multiplier
        recorded[others] = pot // 2
        return recorded, hanging + pot - pot // 2
    winner = raw.index(max(raw))
    if multiplier > 1 or winner == others:
        recorded[winner] = pot * multiplier + hanging
        return recorded, 0
    recorded[others] = referee_tens(contract, raw[others], raw[bidders])
    recorded[bidders] = referee_tens(contract, raw[bidders], raw[others])
    assert sum(recorded) == pot
    if nonzero and raw[others] and not recorded[others]:
        recorded[others] += 1
        recorded[bidders] -= 1
    recorded[winner] += hanging
    return recorded, 0


def referee_tens(contract: str, own: int, other: int) -> int:
    """Return a side's total in tens; equal totals are no concern of it."""
    tens, digit = divmod(own, 10)
    if contract == "notrump":
        return tens + (digit >= 5)
    critical = 4 if contract == "alltrumps" else 6
    if digit == critical:
        return tens + (own < other)
    return tens + (digit > critical)
