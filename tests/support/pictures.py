"""Pictures of screens, for developers to look at: an SVG becomes a PNG by headless Chromium.

Needs ``chromium`` on the path; no test depends on it.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

_FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
_PAGE: Final = """<!doctype html><meta charset="utf-8">
<style>body {{ margin: 0; background: #222 }} svg {{ width: {width}px; display: block }}
.rich-terminal, svg text {{ font-family: "DejaVu Sans Mono", monospace !important }}</style>
{svg}"""


def save_picture(svg: str, path: Path, width: int = 1200) -> Path:
    """Write an SVG of a screen as a PNG of ``width`` pixels; return its path.

    Raises:
        FileNotFoundError: there is no Chromium.
    """
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        raise FileNotFoundError("chromium")
    head = svg[: svg.index(">", svg.index("<svg"))]
    box = head.split('viewBox="')[1].split('"')[0].split()
    height = round(width * float(box[3]) / float(box[2])) + 1
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(_PAGE.format(svg=svg, width=width), encoding="utf-8")
        subprocess.run(
            [
                browser,
                *_FLAGS,
                f"--user-data-dir={folder}/profile",
                f"--window-size={width},{height}",
                f"--screenshot={path.absolute()}",
                page.as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=60,
        )
    return path
