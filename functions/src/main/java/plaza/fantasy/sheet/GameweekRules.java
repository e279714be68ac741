package plaza.fantasy.sheet;

import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;

/// The rules that apply in one gameweek.
@Pure
public record GameweekRules(Gameweek gameweek, TransferRule change, Rules season) {}
