"""What every game promises of its deals: records that fit, and cards that stay hidden.

A game registered in `levata.games.GAMES` is covered with no change here. The slow run plays many
more matches.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from levata.cards import format_cards
from levata.errors import IllegalAction, RecordError
from levata.game import CHANCE, Deal, Seat
from levata.games import GAMES
from tests.support.rules import (
    TABLES,
    Moment,
    Table,
    cards_named,
    cards_shown_by_rule,
    deals_of,
    each_table,
    mixed_tables,
    played,
    played_card,
    viewers,
)

# Deals and their records.


@each_table
def test_facts_and_deals_are_inverse(table: Table) -> None:
    game = table.game
    for deal in deals_of(played(table)):
        state, step = deal[0].before, deal[0].step
        facts = game.facts(step.state)
        again = game.apply(state, CHANCE, game.deal_from(state, facts))
        assert again == step
        assert len(facts.hands) == table.seats
        assert 0 <= facts.first < table.seats


@each_table
def test_facts_that_fit_no_deal_are_refused(table: Table) -> None:
    game = table.game
    for deal in deals_of(played(table))[:3]:
        state = deal[0].before
        facts = game.facts(deal[0].step.state)
        hands = facts.hands
        twice = (*hands[1][:1], *hands[0][1:])
        foreign = set(range(52)) - set(game.pack(state))
        bad_hands = [
            (),
            hands[:-1],
            (*hands, ()),
            ((), *hands[1:]),
            (twice, *hands[1:]),
            ((99, *hands[0][1:]), *hands[1:]),
            ((-1, *hands[0][1:]), *hands[1:]),
            (hands[0] + hands[1], (), *hands[2:]),
            *(((card, *hands[0][1:]), *hands[1:]) for card in foreign),
        ]
        bad = [msgspec.structs.replace(facts, hands=hands) for hands in bad_hands]
        bad += [msgspec.structs.replace(facts, first=first) for first in (-1, table.seats, 99)]
        if facts.turned is not None:
            bad += [msgspec.structs.replace(facts, turned=card) for card in (None, hands[0][0])]
        if facts.stock:
            bad += [msgspec.structs.replace(facts, stock=stock) for stock in (None, (), hands[0])]
        for wrong in bad:
            with pytest.raises(RecordError) as refused:
                game.deal_from(state, wrong)
            assert refused.value.code == "bad_deal"


@each_table
def test_deals_that_are_no_permutation_are_refused(table: Table) -> None:
    game = table.game
    state = game.setup(table.seats, table.options)
    pack = game.pack(state)
    assert len(set(pack)) == len(pack)
    for order in ((), pack[1:], (*pack, pack[0]), (pack[1], *pack[1:]), (99, *pack[1:])):
        with pytest.raises(IllegalAction) as refused:
            game.apply(state, CHANCE, Deal(order))
        assert refused.value.code == "bad_deal"
    for first in (-1, table.seats):
        with pytest.raises(IllegalAction) as refused:
            game.apply(state, CHANCE, Deal(pack, first))
        assert refused.value.code == "bad_deal"


@each_table
def test_shuffled_pack_becomes_a_deal(table: Table) -> None:
    game = table.game
    rng = random.Random(table.name)
    for deal in deals_of(played(table))[:10]:
        state = deal[0].before
        pack = game.pack(state)
        order = rng.sample(pack, len(pack))
        shuffled = tuple(order)
        made = game.deal_of(state, order, 1)
        assert sorted(made.order) == sorted(pack)
        assert made == game.deal_of(state, shuffled, 1)
        assert tuple(order) == shuffled, "the order given is not changed"
        game.apply(state, CHANCE, made)


@each_table
def test_recorded_actions_alone_lead_to_the_same_match(table: Table) -> None:
    game = table.game
    state = game.setup(table.seats, table.options)
    for moment in played(table):
        action = moment.action
        if isinstance(action, Deal):
            assert state == moment.before
        elif not action.is_recorded:
            continue
        else:
            while (left_out := game.unrecorded(state, moment.seat, action)) is not None:
                seat, between = left_out
                assert not between.is_recorded
                state = game.apply(state, seat, between).state
        state = game.apply(state, moment.seat, action).state
    assert state == played(table)[-1].step.state


def check_pack(table: Table) -> None:
    """A game says whether somebody shuffles before each deal, and it is so."""
    state = deals_of(played(table))[-1][0].step.state
    game = table.game
    while game.to_act(state) not in ((), (CHANCE,)):
        seat = game.to_act(state)[0]
        state = game.apply(state, seat, game.legal(state, seat)[0]).state
    order = game.pack(state)[::-1]
    is_shuffled = game.deal_of(state, order, 0).order == order
    assert is_shuffled is not game.is_pack_kept(table.options)


@pytest.mark.parametrize(
    "table", [*TABLES, *mixed_tables(4, "packs")], ids=lambda table: table.name
)
def test_packs_are_shuffled_unless_the_game_says_otherwise(table: Table) -> None:
    check_pack(table)


# Hidden information.


def check_cards_named(table: Table, deal: tuple[Moment, ...]) -> None:
    """No event or view of a deal names a card that is still hidden from its reader.

    What the rules open besides cards played and turned up, `cards_shown_by_rule` knows; whoever
    passed a card on in the deal knows it too.
    """
    game = table.game
    pack = set(game.pack(deal[0].before))
    facts = game.facts(deal[0].step.state)
    open_cards: set[int] = set() if facts.turned is None else {facts.turned}
    held: dict[Seat | None, set[int]] = {viewer: set() for viewer in viewers(table)}
    for moment in deal:
        state = moment.step.state
        card = played_card(moment.action)
        if card is not None:
            open_cards.add(card)
        if game.to_act(state) in ((), (CHANCE,)):
            continue  # the deal is over: nothing of it is secret any more
        for event in moment.step.events:
            check_nothing_leaks(event, cards_named(event) & pack - open_cards)
        for viewer in viewers(table):
            view = game.view(state, viewer)
            held[viewer] |= set(view.hand)
            known = open_cards | held[viewer] | cards_shown_by_rule(game, view)
            named = cards_named(view) | cards_of_texts(view.legal)
            check_nothing_leaks(view, named & pack - known)
            if moment is deal[0] and viewer is not None:
                assert set(view.hand) <= set(facts.hands[viewer])


def check_nothing_leaks(named_by: object, leaked: set[int]) -> None:
    assert not leaked, f"{named_by} names {format_cards(leaked)}, which nobody has shown"


def cards_of_texts(legal: tuple[str, ...]) -> set[int]:
    cards = (played_card(action) for action in legal_actions(legal))
    return {card for card in cards if card is not None}


def legal_actions(legal: tuple[str, ...]) -> list[Any]:
    return [action for text in legal for game in GAMES if (action := game.actions.get(text))]


@each_table
def test_no_event_or_view_names_a_hidden_card(table: Table) -> None:
    every_deal = deals_of(played(table))
    for deal in random.Random(table.name).sample(every_deal, min(12, len(every_deal))):
        check_cards_named(table, deal)


def known_after(table: Table, deal: tuple[Moment, ...], viewer: Seat | None) -> list[set[int]]:
    """Return the cards that a viewer has seen in this deal after each of its steps."""
    seen: set[int] = set()
    grown: list[set[int]] = []
    for moment in deal:
        view = table.game.view(moment.step.state, viewer)
        seen |= cards_named(moment.step.events) | cards_named(view)
        grown.append(set(seen))
    return grown


def resample(
    table: Table,
    deal: tuple[Moment, ...],
    viewer: Seat | None,
    known: list[set[int]],
    rng: random.Random,
) -> int:
    """Deal other cards where a viewer cannot tell, repeat what happened, and compare the views.

    ``known`` are the cards the viewer has seen after each step. The repetition ends where the
    other cards make it illegal, or make something else happen for all to see. Returns how many
    views of truly different states were compared.
    """
    game = table.game
    first = deal[0]
    assert isinstance(first.action, Deal)
    last = rng.randrange(len(deal))
    order = list(first.action.order)
    hidden = [place for place, card in enumerate(order) if card not in known[last]]
    places = rng.sample(hidden, min(len(hidden), rng.choice((2, 2, 2, 3, 52))))
    moved = places[1:] + places[:1]
    cards = [order[place] for place in moved]
    for place, card in zip(places, cards, strict=True):
        order[place] = card
    step = game.apply(first.before, CHANCE, Deal(tuple(order), first.action.first))
    assert step.events == first.step.events, "a deal of other hidden cards looks the same"
    compared = 0
    for moment in deal[: last + 1]:
        if moment is not first:
            try:
                step = game.apply(step.state, moment.seat, moment.action)
            except IllegalAction:
                break
            if step.events != moment.step.events:
                break
        if step.state != moment.step.state:
            compared += 1
            true_view = game.view(moment.step.state, viewer)
            assert game.view(step.state, viewer) == true_view, f"after {moment.action}"
    return compared


def check_resampling(table: Table, seed: str, deals: int, times: int) -> None:
    rng = random.Random(seed)
    every_deal = deals_of(played(table, seed))
    for viewer in viewers(table):
        compared = 0
        for deal in rng.sample(every_deal, min(deals, len(every_deal))):
            known = known_after(table, deal, viewer)
            for _ in range(times):
                compared += resample(table, deal, viewer, known, rng)
        assert compared >= times, f"only {compared} other deals looked the same to {viewer}"


@each_table
def test_view_is_the_same_whatever_the_hidden_cards(table: Table) -> None:
    check_resampling(table, "0", deals=6, times=8)


@pytest.mark.slow
@pytest.mark.parametrize("table", mixed_tables(8, "many"), ids=lambda table: table.name)
def test_many_deals(table: Table) -> None:
    for seed in map(str, range(3)):
        check_resampling(table, seed, deals=20, times=20)
        for deal in deals_of(played(table, seed)):
            check_cards_named(table, deal)
    played.cache_clear()
