package plaza.fantasy.sheet;

import plaza.fantasy.gameweek.TransferChange;
import plaza.id.Gameweek;
import plaza.rule.Pure;

/// The rules that apply in one gameweek.
@Pure
public record GameweekRules(Gameweek gameweek, TransferChange change, Rules season) {}
