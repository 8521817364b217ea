"""Whether this checkout and another one behave the same, to the byte, in one run:

    python tests/bench/against.py OTHER_CHECKOUT [--matches 1] [--seed levata] [--houses NAME ...]

A server of each is started by the interpreter that runs this, with the sources of its checkout, and
both are driven through the same matches of every game and through everything else that people do.
Nothing of the project is imported here: the servers are processes, and all that is said to them
goes over the wire (`tests.bench.lockstep`).

So that there is nothing to be excused, time and chance are taken from the servers: their clock
stands still until the driver lets time pass, the wall clock says the same all the time, and every
draw of chance is made from a seed. Each request is made when everything has settled that the last
one led to. Then tokens, deals, clocks of paced tables and the order of frames are the same in each
run of the same code, and these are compared without a mask:

* each frame that each connection got, byte by byte and in its order, and how it was closed;
* the records of finished matches, byte by byte;
* what the database holds in the end, logs of running matches included;
* the same for matches that the other checkout began and this one found in the database.

Masked is only the program's version, in the welcome and in the farewell to clients of another
version of the protocol: it may be another one where nothing else has changed. Ports are in no
frame.

Differences that are alike are shown once, with both sides decoded, the earliest first. The last
line is one JSON object. The exit status is 0 where all is the same, 1 where something
differs, which is shown first, and 2 where both broke off in the same way.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.lockstep.compare import Difference, by_kind, differences
from tests.bench.lockstep.run import RESTARTS, SETTINGS, transcribe
from tests.bench.lockstep.transcript import Transcript

ROOT = Path(__file__).resolve().parents[2]
MOST_SHOWN = 5
"""Kinds of differences that are shown; what follows from the first ones is of no interest."""


def main() -> int:
    """Compare and print; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("other", type=Path, metavar="OTHER_CHECKOUT")
    parser.add_argument("--this", type=Path, default=ROOT, metavar="CHECKOUT")
    parser.add_argument("--matches", type=int, default=1, help="at each table (default 1)")
    parser.add_argument("--seed", default="levata")
    parser.add_argument("--houses", nargs="+", choices=tuple(SETTINGS), default=tuple(SETTINGS))
    options = parser.parse_args()
    began = time.monotonic()
    other, this = options.other.resolve(), options.this.resolve()
    pairs = play(other, this, options.houses, options.matches, options.seed)
    found = [difference for pair in pairs for difference in differences(*pair)]
    tell(found, [transcript for pair in pairs for transcript in pair])
    failures = [transcript for pair in pairs for transcript in pair if transcript.failure]
    # The half of each pair that is of this checkout.
    these = [after for _, after in pairs]
    summary = {
        "bench": "against",
        "games": len({game for transcript in these for game in transcript.games}),
        "tables": sum(transcript.tables for transcript in these),
        "connections": sum(len(transcript.streams) for transcript in these),
        "frames": sum(transcript.frames for transcript in these),
        "bytes": sum(transcript.bytes for transcript in these),
        "records": sum(len(transcript.records) for transcript in these),
        "rows": sum(len(rows) for transcript in these for rows in transcript.rows.values()),
        "failures": len(failures),
        "differences": len(found),
        "kinds": len(by_kind(found)),
        "seconds": round(time.monotonic() - began, 1),
    }
    print(json.dumps(summary))
    return 1 if found else 2 if failures else 0


def play(
    other: Path, this: Path, houses: Sequence[str], matches: int, seed: str
) -> list[tuple[Transcript, Transcript]]:
    """Return what came of each house with both checkouts, and of matches that pass from one on."""
    # Processes of their own, so that two checkouts can be driven at a time.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        runs = [
            pool.submit(transcribe, checkouts, houses, matches, seed)
            for checkouts in ([other], [this])
        ]
        handed_over = [house for house in houses if house == RESTARTS]
        passed = pool.submit(transcribe, [other, this], handed_over, matches, seed)
        before, after = (run.result() for run in runs)
        pairs = list(zip(before, after, strict=True))
        restarted = [transcript for transcript in before if transcript.house == RESTARTS]
        return pairs + list(zip(restarted, passed.result(), strict=True))


def tell(found: Sequence[Difference], transcripts: Sequence[Transcript]) -> None:
    """Print what differs, and what the servers logged where something does or went wrong."""
    kinds = by_kind(found)
    for kind in kinds[:MOST_SHOWN]:
        first, more = kind[0], len(kind) - 1
        where = first.where + (f" (and in {more} other places)" if more else "")
        print(f"{where}:\n  other: {first.other}\n  this:  {first.this}")
    if len(kinds) > MOST_SHOWN:
        print(f"... and {len(kinds) - MOST_SHOWN} other ones")
    for transcript in transcripts:
        if transcript.failure:
            print(f"{transcript.house}: {transcript.failure}\n{transcript.log[-2000:]}")


if __name__ == "__main__":
    sys.exit(main())
