package plaza.fantasy.id;

import plaza.http.Schema.Text;

/// The JSON form of each id of this context.
public final class FantasyIds {
    public static final Text<GamerId> GAMER = Text.id(GamerId::parse, GamerId::value, "alice");
    public static final Text<LeagueId> LEAGUE = Text.id(LeagueId::parse, LeagueId::value, "pub");
    public static final Text<FootballerId> FOOTBALLER =
            Text.id(FootballerId::parse, FootballerId::value, "m1");
    public static final Text<FixtureId> FIXTURE =
            Text.id(FixtureId::parse, FixtureId::value, "arsenal-forest");

    /// A gameweek, which is written with two digits.
    public static final Text<Gameweek> GAMEWEEK =
            Text.of(Gameweek::parse, Gameweek::text, "01").pattern("^(0?[1-9]|[1-9][0-9])$");

    private FantasyIds() {}
}
