"""How a game gives the table screen what it shows: one class per game, pure and without state.

A display turns the view of the game and what is known of the table into a `Scene`, the score
sheet, the words for each event and the final summary. It decides nothing about the screen: games
with cards in tricks, in rows or in a pile, with bids, contracts or declarations all fill the same
values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from levata.cards import NO_CARD, Card, HandOrder, arrange_hand, format_card, parse_card
from levata.events import (
    BidMade,
    CardPlayed,
    CardTurned,
    Dealt,
    Event,
    MatchEnded,
    Passed,
    TrickTaken,
)
from levata.game import Seat, View, places_of
from levata.options import Options
from levata_client.shown.table.scene import (
    Hand,
    HandCard,
    Narration,
    Notes,
    Plate,
    Player,
    Scene,
    Standing,
    Summary,
    TableInfo,
)
from levata_client.shown.table.sheet import Sheet, SheetCell, SheetRow
from levata_client.shown.text.game_words import GameWords
from levata_client.shown.text.language import _, ngettext
from levata_client.shown.text.messages import written_cards
from levata_client.shown.text.phrases import Paragraph, ParagraphKind, RuleCard
from levata_client.shown.text.phrases import fill as fill_phrase
from levata_client.shown.text.words import (
    NAME,
    PLAIN,
    STRONG,
    Part,
    Piece,
    Words,
    card_words,
    fill,
    join,
    tinted,
    words,
)

V = TypeVar("V", bound=View)


class GameDisplay(ABC, Generic[V]):
    """What the client shows of one game."""

    key: ClassVar[str]
    """The game's key in the registry of rules."""
    words: GameWords
    """What the game calls its options, and how it says no."""

    @property
    def title(self) -> str:
        """The game's name in the language in force."""
        return _(self.words.title)

    @abstractmethod
    def scene(self, view: V, table: TableInfo, order: HandOrder = HandOrder.SUITS) -> Scene:
        """Return all that the table shows now."""

    def narrate(self, event: Event, view: V, table: TableInfo) -> Narration | None:
        """Return an event in words; ``view`` is the one after it. ``None`` says nothing."""
        match event:
            case Dealt(count, _first):
                text = ngettext("{count} card each", "{count} cards each", count)
                return Narration(fill(text, count=count))
            case CardTurned(card):
                return Narration(fill(_("{card} is turned up"), card=card_words(card)))
            case BidMade(seat, count):
                texts = _("You bid {count}"), _("{name} bids {count}")
                bid = Part(str(count), STRONG)
                line = self.told(seat, texts, view, table, count=bid)
                return Narration(line, seat=seat, bubble=fill(_("bids {count}"), count=bid))
            case CardPlayed(seat, card):
                texts = _("You play {card}"), _("{name} plays {card}")
                line = self.told(seat, texts, view, table, card=card_words(card))
                return Narration(line, is_minor=True)
            case TrickTaken(seat):
                texts = _("You take the trick"), _("{name} takes the trick")
                return Narration(self.told(seat, texts, view, table))
            case Passed(seat):
                texts = _("You pass"), _("{name} passes")
                line = self.told(seat, texts, view, table)
                return Narration(line, seat=seat, bubble=words(_("passes")))
            case MatchEnded(scores, places):
                return Narration(self.result_words(scores, places, view, table))
            case _:
                return None

    def sheet(self, view: V, table: TableInfo) -> Sheet:
        """Return the score sheet; without a better one, the totals."""
        seats = self.columns(view, table)
        total = tuple(SheetCell(total=view.totals[seat]) for seat in seats)
        return Sheet(
            words(_("Score sheet")),
            self.column_names(view, table),
            (SheetRow(words(_("Total")), total),),
            viewer=None if view.seat < 0 else 0,
            totals=tuple(view.totals[seat] for seat in seats),
        )

    def summary(self, view: V, table: TableInfo) -> Summary:
        """Return the end of the match."""
        curves, rounds = self.curves(view)
        return Summary(
            fill(_("Final — {game}"), game=self.table_title(table)),
            self.standings(view, table),
            curves,
            rounds,
            self.awards(view, table),
        )

    def table_title(self, table: TableInfo) -> str:
        """Return the game's name, with what tells this table from others of the game."""
        return self.title

    def curves(self, view: V) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
        """Return the totals of each seat as they grew, and a short text for each of the steps."""
        return tuple((0, total) for total in view.totals), ()

    def awards(self, view: V, table: TableInfo) -> tuple[Words, ...]:
        """Return what is worth a mention at the end."""
        return ()

    def notes(self, table: TableInfo) -> Notes:
        """Return the rules of this table, its options filled in, and what words mean."""
        seats = len(table.players)
        rules = tuple(
            tinted(written_cards(fill_phrase(paragraph.phrase, _)))
            for paragraph in self.rule_card(table.options.resolve(seats), seats)
            if paragraph.kind is ParagraphKind.TEXT
        )
        return Notes(rules, self.glossary())

    def rule_card(self, options: Options, seats: int) -> Sequence[Paragraph]:
        """Return the rules with resolved options for a number of seats, as a player reads them."""
        card = RuleCard()
        self.write_rules(card, options, seats)
        return card.paragraphs()

    def write_rules(self, card: RuleCard, options: Any, seats: int) -> None:
        """Write the rules on a card; nothing where they are not known."""

    def glossary(self) -> tuple[tuple[str, str], ...]:
        """Return words of the game with what they mean."""
        return ()

    # What views of all games have in common.

    def columns(self, view: V, table: TableInfo) -> tuple[Seat, ...]:
        """Return the seats in the order of the columns of the sheet: the viewer's first."""
        seats = len(table.players)
        first = max(view.seat, 0)
        return tuple((first + step) % seats for step in range(seats))

    def column_names(self, view: V, table: TableInfo) -> tuple[str, ...]:
        """Return the names above the columns of the sheet."""
        return tuple(self.plain_name(seat, view, table) for seat in self.columns(view, table))

    def plain_name(self, seat: Seat, view: V, table: TableInfo) -> str:
        """Return the name of a seat, "You" for the viewer."""
        if seat == view.seat:
            return _("You")
        return player(table, seat).name

    def name(self, seat: Seat, view: V, table: TableInfo) -> Words:
        """Return the name of a seat as it stands in a sentence."""
        return (Part(self.plain_name(seat, view, table), NAME),)

    def names(self, view: V, table: TableInfo) -> tuple[Words, ...]:
        """Return the names of all seats, by seat."""
        return tuple(self.name(seat, view, table) for seat in range(len(table.players)))

    def told(
        self, seat: Seat, texts: tuple[str, str], view: V, table: TableInfo, **details: Piece
    ) -> Words:
        """Return what a seat did: the first text speaks to the viewer, the second of ``{name}``."""
        text = texts[seat != view.seat]
        return fill(text, PLAIN, name=self.name(seat, view, table), **details)

    def plates(self, view: V, table: TableInfo) -> tuple[Plate, ...]:
        """Return the plates of all seats, by seat."""
        return tuple(self.plate(seat, view, table) for seat in range(len(table.players)))

    def plate(self, seat: Seat, view: V, table: TableInfo) -> Plate:
        """Return the plate of a seat; without a better one, what all games have on theirs."""
        who = player(table, seat)
        return Plate(
            name=self.plain_name(seat, view, table),
            is_viewer=seat == view.seat,
            is_turn=seat == view.turn,
            is_bot=who.is_bot,
            away=who.away,
            cards=view.counts[seat],
            score=points(view.totals[seat]),
        )

    def waiting(self, view: V, table: TableInfo) -> Words:
        """Return for whom the table waits."""
        if view.turn < 0:
            return words(_("The next deal is on its way"))
        return fill(_("Waiting for {name}"), name=self.name(view.turn, view, table))

    def standings(self, view: V, table: TableInfo) -> tuple[Standing, ...]:
        """Return the ranking by match score, best first."""
        places = places_of(view.totals)
        order = sorted(range(len(view.totals)), key=lambda seat: (places[seat], seat))
        return tuple(
            Standing(
                seat,
                places[seat],
                self.plain_name(seat, view, table),
                points(view.totals[seat]),
                self.standing_remark(seat, view, table),
            )
            for seat in order
        )

    def standing_remark(self, seat: Seat, view: V, table: TableInfo) -> Words:
        """Return what stands below a name in the final ranking."""
        return ()

    def final_result(self, view: V, table: TableInfo) -> Words:
        """Return who won a match that is over, by the totals."""
        return self.result_words(view.totals, places_of(view.totals), view, table)

    def result_words(
        self, scores: Sequence[int], places: Sequence[int], view: V, table: TableInfo
    ) -> Words:
        """Return who won; several may share the first place."""
        winners = [seat for seat, place in enumerate(places) if place == 1]
        if not winners:
            return words(_("The match is over"))
        score = Part(points(scores[winners[0]]), STRONG)
        if winners == [view.seat]:
            return fill(_("You win the match with {score}"), score=score)
        names = join(", ", [self.name(seat, view, table) for seat in winners])
        text = ngettext(
            "{names} wins the match with {score}",
            "{names} share the first place with {score}",
            len(winners),
        )
        return fill(text, names=names, score=score)

    def refusal(self, card: Card, view: V) -> Words:
        """Return why a card of the hand may not be played now."""
        return words(_("This card may not be played now"))

    def hand(
        self,
        view: V,
        order: HandOrder,
        trump: int = -1,
        can_queue: bool = False,
        notes: Mapping[Card, str] | None = None,
    ) -> Hand:
        """Return the viewer's hand, with the cards his legal actions name as playable."""
        plays = card_actions(view.legal)
        cards = tuple(
            HandCard(
                card,
                plays.get(card, f"play {format_card(card)}"),
                is_legal=not plays or card in plays,
                reason=self.refusal(card, view) if plays and card not in plays else (),
                note=(notes or {}).get(card, ""),
            )
            for card in arrange_hand(view.hand, order, trump)
        )
        return Hand(cards, is_choosing=bool(plays), can_queue=can_queue and not view.legal)


def card_actions(legal: Sequence[str]) -> dict[Card, str]:
    """Return the action that plays a card, by card; the plainest where there are several.

    >>> card_actions(("play 2C", "play QC belot", "leave"))
    {0: 'play 2C', 40: 'play QC belot'}
    """
    actions: dict[Card, str] = {}
    for text in sorted(legal, key=len):
        verb, _blank, rest = text.partition(" ")
        if verb == "play" and rest:
            actions.setdefault(parse_card(rest.split(" ")[0]), text)
    return actions


def player(table: TableInfo, seat: Seat) -> Player:
    """Return who sits on a seat; a seat nobody sits on has no name."""
    if 0 <= seat < len(table.players):
        return table.players[seat]
    return Player("?")


def points(score: int) -> str:
    """Return a score as it stands on a plate, such as ``47p``."""
    return _("{score}p").format(score=score)


def hidden_hand(count: int) -> Hand:
    """Return cards that their owner may not see."""
    return Hand(tuple(HandCard(NO_CARD, is_legal=False) for _card in range(count)))
