"""How numbers are written: points won and lost, and numbers where there is little room."""

from __future__ import annotations

from levata_client.shown.text.words import BAD, GOOD, MUTED, Part, Role


def signed(score: int) -> Part:
    """Return points won or lost, such as ``+20`` or ``-7``, good ones told from bad ones."""
    return Part(f"{score:+d}" if score else "0", score_role(score))


def score_role(score: int) -> Role:
    """Return the role of points won or lost."""
    if not score:
        return MUTED
    return GOOD if score > 0 else BAD


def short_number(number: int, sign: bool = False) -> str:
    """Return a number in at most four characters: thousands with a ``k`` in the point's place.

    >>> short_number(400), short_number(-1234), short_number(1200, sign=True)
    ('400', '-1k2', '+1k2')
    """
    text = f"{number:+d}" if sign and number else str(number)
    if len(text) <= 4:
        return text
    mark = text[0] if text[0] in "+-" else ""
    thousands, rest = divmod(abs(number), 1000)
    return f"{mark}{thousands}k{rest // 100}" if thousands < 10 else f"{mark}{thousands}k"
