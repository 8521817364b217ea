from __future__ import annotations

import getpass
import json
from pathlib import Path

import pytest

from levata.errors import RequestError
from levata_client import config, paths
from levata_client.config import Settings


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path))
    return tmp_path


def test_settings_are_written_when_saved_and_never_before(home: Path) -> None:
    settings = config.change(config.load(), "theme", "wine")
    assert not list(home.iterdir())
    config.save(settings)
    assert config.load() == settings
    assert json.loads((home / "settings.json").read_text())["theme"] == "wine"


def test_the_folder_of_the_settings_is_made_when_they_are_saved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "a" / "b"))
    config.save(Settings(deck="classic"))
    assert config.load() == Settings(deck="classic")


@pytest.mark.parametrize("text", ["", "{", "[1]", '"x"', "null", "\x00"])
def test_a_damaged_file_gives_the_defaults(home: Path, text: str) -> None:
    (home / "settings.json").write_text(text)
    assert config.load() == Settings()


def test_what_is_unknown_is_left_out_and_the_rest_kept(home: Path) -> None:
    document = {"theme": "plaid", "deck": "classic", "future": "1", "animation": 3}
    (home / "settings.json").write_text(json.dumps(document))
    assert config.load() == Settings(deck="classic")


def test_a_setting_takes_its_choices_only() -> None:
    assert config.choices("animation") == ("none", "fast", "normal", "slow")
    assert config.choices("name") == ()
    with pytest.raises(ValueError, match="bell"):
        config.change(Settings(), "bell", "loud")


def test_the_name_is_the_argument_else_the_setting_else_the_system_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "root\x1b")
    assert config.user_name(Settings(name="Ana"), "Dan") == "Dan"
    assert config.user_name(Settings(name="Ana")) == "Ana"
    assert config.user_name(Settings()) == "root"
    with pytest.raises(RequestError):
        config.user_name(Settings(), "\x07")


def test_a_system_without_users_has_players(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise KeyError("uid")

    monkeypatch.setattr(getpass, "getuser", fail)
    assert config.user_name(Settings()) == "Player"
