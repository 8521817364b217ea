"""The rules of Whist for the help panel, as a table plays them."""

from __future__ import annotations

from levata.games.whist import WhistOptions
from levata_client.shown.table.scene import Notes
from levata_client.shown.text.language import _
from levata_client.shown.text.words import words


def whist_notes(options: WhistOptions) -> Notes:
    """Return the rules of Whist as this table plays them."""
    lines = [
        _("Say how many tricks you will take, then take exactly that many."),
        _("Follow suit; if you cannot, play a trump; if you have neither, play any card."),
        _("The highest trump takes the trick, without trumps the highest card of the suit led."),
        _("In hands of eight cards there is no trump."),
    ]
    if options.scoring == "n+5":
        lines.append(_("A bid of n that is met scores n + 5; a miss costs the difference."))
    else:
        lines.append(_("A bid of n that is met scores 2n + 1; a miss costs the difference."))
    if options.hook:
        lines.append(_("The last to bid may not make the bids add up to the cards."))
    if options.premiere or options.depremiere:
        text = _("{count} hands met in a row earn {bonus} points, missed in a row they cost them.")
        if not options.depremiere:
            text = _("{count} hands met in a row earn {bonus} points.")
        elif not options.premiere:
            text = _("{count} hands missed in a row cost {bonus} points.")
        lines.append(text.format(count=options.streak_len, bonus=options.streak_bonus))
    if options.forehead:
        lines.append(_("In hands of one card you see every card but your own."))
    if not options.one_card_trump:
        lines.append(_("Hands of one card have no trump."))
    if options.repeat_if_all_fail:
        lines.append(_("A hand in which everybody misses the bid is played again."))
    glossary = (
        (_("trick"), _("one card from every player")),
        (_("trump"), _("the suit that beats all others in this hand")),
        (_("hook"), _("what the last bidder is not allowed to say")),
    )
    return Notes(tuple(words(line) for line in lines), glossary)
