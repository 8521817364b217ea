"""``levata export``."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from levata.records.export import restrict, to_csv
from levata.records.record import load_record
from tests.support.commands import levata, saved
from tests.support.records import (
    whist_text,
)


def test_a_record_is_exported_as_json_at_every_level(record: Path) -> None:
    loaded = load_record(whist_text())
    assert levata("export", str(record)).out == whist_text()
    public = levata("export", str(record), "--to", "json", "--level", "public").out
    assert public == restrict(loaded, "public").text
    own = levata("export", str(record), "--seat", "2").out
    assert own == restrict(loaded, "seat", 2).text


def test_a_record_is_exported_as_a_table(record: Path) -> None:
    out = levata("export", str(record), "--to", "csv").out
    assert out == to_csv(load_record(whist_text()))
    assert len(list(csv.reader(io.StringIO(out)))) == 1 + 3 * 13


def test_a_record_is_exported_as_text(record: Path) -> None:
    assert levata("export", str(record), "--to", "text").out == levata("replay", str(record)).out


def test_an_export_is_written_to_a_file(record: Path, tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    ran = levata("export", str(record), "--to", "csv", "--output", str(target))
    assert (ran.code, ran.out) == (0, "")
    assert target.read_text(encoding="utf-8") == to_csv(load_record(whist_text()))
    ran = levata("export", str(record), "--output", str(tmp_path / "no" / "x"))
    assert ran.code == 2
    assert "--output" in ran.line


def test_a_restricted_record_is_exported_but_not_replayed(tmp_path: Path) -> None:
    public = restrict(load_record(whist_text()), "public")
    path = saved(tmp_path, public.text)
    assert levata("export", path).out == public.text
    assert levata("export", path, "--to", "csv").out == to_csv(public)
    for words in (
        ("replay", path),
        ("export", path, "--to", "text"),
        ("export", path, "--seat", "0"),
    ):
        ran = levata(*words)
        assert ran.code == 1
        assert "this record is restricted (public)" in ran.line


def test_an_unknown_format_is_refused(record: Path) -> None:
    ran = levata("export", str(record), "--to", "pdf")
    assert ran.code == 2
    assert ran.line == "levata export: --to: “pdf” is none of json, csv, text"
