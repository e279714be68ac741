package plaza.fantasy.model;

import plaza.id.Gameweek;

/// The rules that apply in one gameweek.
public record GameweekRules(Gameweek gameweek, TransferChange change, Rules season) {}
