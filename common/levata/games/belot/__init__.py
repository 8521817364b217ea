"""Bulgarian Belot for two partnerships: bid a contract, take more points than the others.

Rules in short: 32 cards; five each for the auction of clubs, diamonds, hearts, spades, no-trump and
all-trumps, which opponents may double and the bidding side redouble; three more each, then eight
tricks. A led trump must be beaten, and who cannot follow must trump while an opponent wins.
Sequences, carres and belot add to the card points. The bidding side must have more than the
others, who else take all; with as many the points hang for the next deal. First side to 151 wins.
"""

from levata.games.belot.options import BelotOptions
from levata.games.belot.rules import Belot
from levata.games.belot.state import BelotState, BelotView

__all__ = ["Belot", "BelotOptions", "BelotState", "BelotView"]
