"""Golden playthroughs: no game lacks one, and each is told again word for word."""

from __future__ import annotations

from levata.game import AnyGame
from levata.games import GAMES
from tests.support.playthrough import FOLDER, path_of, retell
from tests.support.rules import each_game


@each_game
def test_playthrough_is_told_again_word_for_word(game: AnyGame) -> None:
    path = path_of(game)
    assert path.exists(), f"`python -m tests.support.playthrough --write {game.info.key}` makes it"
    told = path.read_text("utf-8").splitlines()
    again = retell(path.read_text("utf-8")).splitlines()
    for number, (old, new) in enumerate(zip(told, again, strict=False), start=1):
        assert new == old, f"line {number} of {path.name}"
    assert len(again) == len(told)


def test_every_playthrough_belongs_to_a_game() -> None:
    names = sorted(path.name for path in FOLDER.iterdir())
    assert set(names) <= {path_of(game).name for game in GAMES}
