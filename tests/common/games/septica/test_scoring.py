"""Septica: the score table, games left early, accounts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from levata.errors import RequestError
from levata.games.septica import SepticaOptions, game_scores, leaver_scores, seat_scores
from levata.ratings import START_ACCOUNT, regenerate

# Every way to share eight points (S-R13).
TABLE: dict[tuple[int, ...], tuple[int, ...]] = {
    (8, 0): (16, -16),
    (7, 1): (14, -14),
    (6, 2): (12, -12),
    (5, 3): (10, -10),
    (4, 4): (0, 0),
    (8, 0, 0): (24, -12, -12),
    (7, 1, 0): (21, 3, -24),
    (6, 2, 0): (18, 6, -24),
    (6, 1, 1): (18, -9, -9),
    (5, 3, 0): (15, 9, -24),
    (5, 2, 1): (15, 6, -21),
    (4, 4, 0): (12, 12, -24),
    (4, 3, 1): (12, 9, -21),
    (4, 2, 2): (12, -6, -6),
    (3, 3, 2): (9, 9, -18),
    (8, 0, 0, 0): (36, -12, -12, -12),
    (7, 1, 0, 0): (28, 4, -16, -16),
    (6, 2, 0, 0): (24, 8, -16, -16),
    (6, 1, 1, 0): (24, 4, 4, -32),
    (5, 3, 0, 0): (20, 12, -16, -16),
    (5, 2, 1, 0): (20, 8, 4, -32),
    (5, 1, 1, 1): (24, -8, -8, -8),
    (4, 4, 0, 0): (16, 16, -16, -16),
    (4, 3, 1, 0): (16, 12, 4, -32),
    (4, 2, 2, 0): (16, 8, 8, -32),
    (4, 2, 1, 1): (16, 8, -12, -12),
    (3, 3, 2, 0): (12, 12, 8, -32),
    (3, 3, 1, 1): (12, 12, -12, -12),
    (3, 2, 2, 1): (12, 8, 8, -28),
    (2, 2, 2, 2): (0, 0, 0, 0),
}


def splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share ``total`` among ``parts`` in order."""
    if parts == 1:
        yield (total,)
        return
    for count in range(total + 1):
        for rest in splits(total - count, parts - 1):
            yield (count, *rest)


@pytest.mark.parametrize(
    ("case", "points", "scores"),
    [
        ("SE17", (5, 2, 1, 0), (20, 8, 4, -32)),
        ("SE18", (4, 2, 1, 1), (16, 8, -12, -12)),
        ("SE19", (5, 2, 1), (15, 6, -21)),
        ("SE20", (6, 1, 1), (18, -9, -9)),
        ("SE21", (5, 1, 1, 1), (24, -8, -8, -8)),
        ("SE22", (8, 0, 0, 0), (36, -12, -12, -12)),
        ("SE23", (3, 2, 2, 1), (12, 8, 8, -28)),
        ("SE24", (2, 2, 2, 2), (0, 0, 0, 0)),
        ("SE25", (4, 4, 0, 0), (16, 16, -16, -16)),
        ("SE26", (3, 3, 2, 0), (12, 12, 8, -32)),
        ("SE27", (3, 3, 1, 1), (12, 12, -12, -12)),
        ("SE28", (7, 1, 0, 0), (28, 4, -16, -16)),
        ("SE29", (4, 3, 1, 0), (16, 12, 4, -32)),
        ("SE30", (8, 0, 0), (24, -12, -12)),
        ("SE31", (4, 2, 2), (12, -6, -6)),
        ("SE32", (3, 3, 2), (9, 9, -18)),
        ("SE33", (4, 4, 0), (12, 12, -24)),
        ("SE34", (5, 3), (10, -10)),
        ("SE35", (8, 0), (16, -16)),
        ("SE36", (4, 4), (0, 0)),
    ],
)
def test_se17_to_se36_final_scores(
    case: str, points: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    assert game_scores(points) == scores, case


def test_se37_each_of_three_losers_loses_eight() -> None:
    assert game_scores((5, 1, 1, 1))[1] == ((-8 - 1) / 3 + 1) * 4 == -8


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_split_follows_the_table(players: int) -> None:
    seen: set[tuple[int, ...]] = set()
    for points in splits(8, players):
        scores = game_scores(points)
        ranked = tuple(sorted(points, reverse=True))
        assert tuple(sorted(scores, reverse=True)) == TABLE[ranked]
        assert sum(scores) == 0
        assert all(type(score) is int for score in scores)
        # More points never score less, and the same points score the same.
        for mine, other in permutations(range(players), 2):
            assert (points[mine] > points[other]) == (scores[mine] > scores[other])
        seen.add(ranked)
    assert seen == {split for split in TABLE if len(split) == players}


@pytest.mark.parametrize("points", list(splits(8, 4)))
def test_partners_score_as_two_players(points: tuple[int, ...]) -> None:
    even, odd = game_scores((points[0] + points[2], points[1] + points[3]))
    assert seat_scores(points, True) == (even, odd, even, odd)
    assert seat_scores(points, False) == game_scores(points)


@pytest.mark.parametrize(
    ("seats", "left", "scores"),
    [
        (2, [0], (-16, 16)),
        (3, [1], (12, -24, 12)),
        (4, [3], (12, 12, 12, -36)),
        (3, [0, 2], (-24, 48, -24)),
        (4, [0, 1], (-36, -36, 36, 36)),
        (4, [0, 1, 2], (-36, -36, -36, 108)),
        (4, [2, 2], (12, 12, -36, 12)),
        (4, [], (0, 0, 0, 0)),
        (2, [0, 1], (0, 0)),
        (4, [0, 1, 2, 3], (0, 0, 0, 0)),
    ],
)
def test_games_left_early(seats: int, left: list[int], scores: tuple[int, ...]) -> None:
    assert leaver_scores(seats, False, left) == scores
    assert sum(scores) == 0


@pytest.mark.parametrize(
    ("left", "scores"),
    [
        ([1], (16, -16, 16, -16)),
        ([0, 2], (-16, 16, -16, 16)),
        ([0, 1], (0, 0, 0, 0)),
        ([], (0, 0, 0, 0)),
    ],
)
def test_partners_lose_together_when_one_leaves(left: list[int], scores: tuple[int, ...]) -> None:
    assert leaver_scores(4, True, left) == scores


@pytest.mark.parametrize(("account", "after"), [(200, 600), (-50, 350), (0, 400)])
def test_se38_regeneration_adds_to_the_account(account: int, after: int) -> None:
    assert regenerate(account) == after


@pytest.mark.parametrize("account", [200, -50, 0])
def test_se38_regeneration_may_set_the_account(account: int) -> None:
    assert regenerate(account, SepticaOptions(regen_mode="set").regen_mode) == 400


@pytest.mark.parametrize("account", [201, START_ACCOUNT])
def test_se38_regeneration_is_refused_above_the_limit(account: int) -> None:
    with pytest.raises(RequestError, match=rf"^account_too_high: {account}, 200$"):
        regenerate(account)
