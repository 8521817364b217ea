"""What is chosen in Rentz besides cards: the subgame, refusing it, and not moving on."""

from __future__ import annotations

from typing import Final

from levata.cards import mask_of, parse_card
from levata.games.rentz.options import KEYS, REFUSING_ENDS, RentzOptions, Subgame, end_cards
from levata.games.rentz.state import Phase, RentzView
from levata_client.shown.games.rentz.terms import goal_text, price_words, subgame_name
from levata_client.shown.games.rentz.words import WORDS
from levata_client.shown.table.scene import ChoiceItem, Choices, ChoiceStyle
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.messages import explain
from levata_client.shown.text.words import ACCENT, MUTED, Part, Words, card_words, fill, words

_TEN_OF_CLUBS: Final = parse_card("TC")
_SEEN_KEYS: Final = "abcdfgij"
"""Keys of choices that are not blind, where there are blind ones as well."""
_GIVE_UP_KEY: Final = "p"


def rentz_choices(view: RentzView, options: RentzOptions) -> Choices | None:
    """Return what the viewer, whose turn it is, may choose besides cards."""
    if view.phase == Phase.CHOOSE:
        return _blind_or_not(view, options) if "look" in view.legal else _subgames(view, options)
    if view.phase == Phase.REFUSE:
        return _refusing(view)
    if "pass" in view.legal:
        choice = ChoiceItem("pass", words(_("pass")), _GIVE_UP_KEY)
        return Choices((), (choice,), style=ChoiceStyle.LINE)
    if "stop" in view.legal:
        note = words(Part(_("The next player moves"), MUTED))
        choice = ChoiceItem("stop", words(_("do not play again")), _GIVE_UP_KEY, note=note)
        return Choices((), (choice,), style=ChoiceStyle.LINE)
    return None


def _subgames(view: RentzView, options: RentzOptions) -> Choices:
    seats = len(view.counts)
    choices: list[ChoiceItem] = []
    for number, subgame in enumerate(options.subgames, 1):
        price = price_words(options, subgame, seats)
        choices.append(
            ChoiceItem(
                action=f"choose {KEYS[subgame]}",
                label=words(subgame_name(subgame), " ", price),
                key=str(number),
                is_enabled=f"choose {KEYS[subgame]}" in view.legal,
                reason=_used_reason(view, subgame),
                note=words(Part(goal_text(subgame), MUTED)),
            )
        )
    left = len(view.legal)
    text = ngettext("{count} subgame left", "{count} subgames left", left)
    return Choices(
        fill(_("Choose your subgame — {left}"), left=text.format(count=left)),
        tuple(choices),
        style=ChoiceStyle.LIST,
    )


def _blind_or_not(view: RentzView, options: RentzOptions) -> Choices:
    """Return the choices of somebody who has not seen his cards, named without their values."""
    blind: list[ChoiceItem] = []
    seen: list[ChoiceItem] = []
    for number, subgame in enumerate(options.subgames):
        name = _narrow_name(subgame)
        action = f"choose {KEYS[subgame]}"
        reason = _used_reason(view, subgame)
        blind.append(
            ChoiceItem(
                f"{action} blind",
                words(name, Part(" x2", ACCENT)),
                str(number + 1),
                is_enabled=f"{action} blind" in view.legal,
                reason=reason,
                note=_blind_note(view, options, subgame, factor=2),
            )
        )
        seen.append(
            ChoiceItem(
                action,
                name,
                _SEEN_KEYS[number],
                is_enabled=action in view.legal,
                reason=reason,
                note=_blind_note(view, options, subgame, factor=1),
            )
        )
    look_key = str(len(options.subgames) + 1)
    look = ChoiceItem("look", words(_("look")), look_key, note=words(_("See your cards first")))
    return Choices(
        words(_("Choose blind for double points, or look")),
        (*blind, look, *seen),
        style=ChoiceStyle.LIST,
    )


def _blind_note(view: RentzView, options: RentzOptions, subgame: Subgame, factor: int) -> Words:
    price = price_words(options, subgame, len(view.counts), factor)
    if factor == 1:
        return fill(_("{subgame}: {price}"), subgame=subgame_name(subgame), price=price)
    return fill(_("{subgame}, blind: {price}"), subgame=subgame_name(subgame), price=price)


def _narrow_name(subgame: Subgame) -> Words:
    if subgame is Subgame.TEN_CLUBS:
        return card_words(_TEN_OF_CLUBS)
    return words(subgame_name(subgame))


def _used_reason(view: RentzView, subgame: Subgame) -> Words:
    if not view.used[view.chooser] >> subgame & 1:
        return ()
    return words(explain("subgame_used", (KEYS[subgame],), WORDS))


def _refusing(view: RentzView) -> Choices:
    ends = end_cards(mask_of(view.hand), len(view.counts))
    text = ngettext("you hold {count} ace or low end", "you hold {count} aces and low ends", ends)
    can_refuse = "refuse" in view.legal
    needed = fill(_("refusing takes {count} aces and low ends"), count=REFUSING_ENDS)
    return Choices(
        words(_("Rentz was chosen: do you accept your cards?")),
        (
            ChoiceItem("accept", words(_("accept")), "1"),
            ChoiceItem(
                "refuse",
                words(_("refuse")),
                "2",
                is_enabled=can_refuse,
                reason=() if can_refuse else needed,
                note=words(Part(_("The hand is dealt again"), MUTED)),
            ),
        ),
        notes=(fill(text, MUTED, count=ends),),
        style=ChoiceStyle.LINE,
    )
