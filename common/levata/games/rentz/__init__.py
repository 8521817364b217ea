"""Rentz for 3 to 6 players: every seat chooses every subgame once.

Rules in short: ``8 * N`` cards of the highest ranks, eight to each seat, no trump. The seat that
deals sees its cards, chooses one of its unused subgames and begins. In the trick subgames suit is
followed; the king of hearts, queens, diamonds or tricks cost points, or the ten of clubs or tricks
earn them. In the layout subgame the cards are laid out in rows from the jacks, and who is out of
cards first earns most.
"""

from levata.games.rentz.rules import Rentz

__all__ = ["Rentz"]
