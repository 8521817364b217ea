"""What the client shows and says of Toy."""

from __future__ import annotations

from levata.cards import HandOrder
from levata.events import Event
from levata.game import View
from levata.options import Options
from levata_client.shown.games.game_display import GameDisplay
from levata_client.shown.games.trick_words import your_turn
from levata_client.shown.table.scene import HeaderItem, Narration, Scene, TableInfo, Trick
from levata_client.shown.text.game_words import GameWords, OptionWords
from levata_client.shown.text.language import _
from levata_client.shown.text.phrases import N_, RuleCard
from levata_client.shown.text.words import TITLE, Part, words


class ToyDisplay(GameDisplay[View]):
    """The display of Toy."""

    key = "toy"
    words = GameWords(
        title=N_("Toy"),
        options={"deals": OptionWords(N_("Rounds of the toy"))},
        presets={"classic": N_("classic"), "long": N_("a long toy")},
        refusals={"not_yours": N_("That card is not yours to play.")},
    )

    def scene(self, view: View, table: TableInfo, order: HandOrder = HandOrder.SUITS) -> Scene:
        is_turn = bool(view.legal)
        status = your_turn(words(_("your highest card may take it")))
        return Scene(
            header=(HeaderItem(words(Part(self.title, TITLE))),),
            plates=self.plates(view, table),
            status=status if is_turn else self.waiting(view, table),
            middle=Trick(is_viewer_next=is_turn),
            hand=self.hand(view, order),
            viewer=max(view.seat, 0),
            is_turn=is_turn,
            is_over=view.turn < 0 and not any(view.counts) and any(view.totals),
        )

    def narrate(self, event: Event, view: View, table: TableInfo) -> Narration | None:
        if type(event).__name__ == "DealDone":
            return Narration(words(_("The toy is dealt out")))
        return super().narrate(event, view, table)

    def write_rules(self, card: RuleCard, options: Options, seats: int) -> None:
        card.text(N_("Three cards each; the highest card takes the trick."))
