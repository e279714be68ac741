package plaza.fantasy.key;

import static plaza.table.TableSchema.Index.GSI_ONE;
import static plaza.table.TableSchema.Index.GSI_TWO;
import static plaza.table.Variable.NUMBER;
import static plaza.table.Variable.PARTS;
import static plaza.table.Variable.TEXT;

import java.util.List;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.table.Families;
import plaza.table.Family;
import plaza.table.ItemCollection;
import plaza.table.ItemKind;
import plaza.table.Variable;

/// The keys of the items of this context.
public final class FantasyKeys {
    private static final Families KEYS = new Families();

    private static final Variable<GamerId> GAMER_ID = Variable.of(GamerId::of);
    private static final Variable<LeagueId> LEAGUE_ID = Variable.of(LeagueId::of);
    private static final Variable<FootballerId> FOOTBALLER_ID = Variable.of(FootballerId::of);
    private static final Variable<FixtureId> FIXTURE_ID = Variable.of(FixtureId::of);
    private static final Variable<Gameweek> WEEK = Variable.of(Gameweek::parse);

    public static final Family.Of1<GamerId> GAMERS = KEYS.family("Gamer#{gamer}", GAMER_ID);
    public static final ItemKind.Of1<GamerId> GAMER =
            GAMERS.item("Gamer#{gamer}", "profile, points and leagues");
    public static final ItemKind.Of2<GamerId, Gameweek> TEAM_SHEET =
            GAMERS.item("GW#{gameweek}#TeamSheet", WEEK, "a team sheet and its result");
    public static final ItemKind.Of2<GamerId, LeagueId> MEMBERSHIP =
            GAMERS.item("League#{league}", LEAGUE_ID, "membership in a league");

    public static final Family.Of1<Integer> ALL_GAMERS = KEYS.family("AllGamers#{shard}", NUMBER);
    public static final ItemKind.Of2<Integer, GamerId> ALL_GAMERS_ENTRY =
            ALL_GAMERS.item("Gamer#{gamer}", GAMER_ID, "all gamers, for settlements");

    public static final Family.Of1<LeagueId> LEAGUES = KEYS.family("League#{league}", LEAGUE_ID);
    public static final ItemKind.Of1<LeagueId> LEAGUE =
            LEAGUES.item("League#{league}", "name, owner, code and roster");
    public static final ItemKind.Of1<LeagueId> SCORE_DISTRIBUTION =
            LEAGUES.item("ScoreDistribution", "how often each total occurs");

    /// The members of a league by total; [#standingsOf] has its collections.
    public static final Family.Of1<List<String>> STANDINGS =
            KEYS.index(GSI_TWO, "League#{league...}", PARTS, "members of a league by points");

    public static final Family.Of0 LARGE_LEAGUES = KEYS.family("LargeLeagues");
    public static final ItemKind.Of1<LeagueId> LARGE_LEAGUE =
            LARGE_LEAGUES.item("League#{league}", LEAGUE_ID, "leagues with a ScoreDistribution");

    public static final Family.Of1<FootballerId> FOOTBALLERS =
            KEYS.family("Footballer#{footballer}", FOOTBALLER_ID);
    public static final ItemKind.Of1<FootballerId> FOOTBALLER =
            FOOTBALLERS.item("Footballer#{footballer}", "club, position, price and points");
    public static final ItemKind.Of3<FootballerId, Gameweek, FixtureId> FIXTURE_POINTS =
            FOOTBALLERS.item(
                    "GW#{gameweek}#Fixture#{fixture}", WEEK, FIXTURE_ID, "points of one fixture");
    public static final Family.Of1<String> FOOTBALLERS_BY_POSITION =
            KEYS.index(GSI_ONE, "Position#{position}", TEXT, "footballers in one position");

    public static final Family.Of1<Gameweek> GAMEWEEKS = KEYS.family("Gameweek#{gameweek}", WEEK);
    public static final ItemKind.Of1<Gameweek> GAMEWEEK =
            GAMEWEEKS.item("Gameweek#{gameweek}", "deadline and settlement");
    public static final ItemKind.Of2<Gameweek, FixtureId> FIXTURE =
            GAMEWEEKS.item("Fixture#{fixture}", FIXTURE_ID, "a fixture: clubs and kick-off");

    /// The same points as [#FIXTURE_POINTS], in the item collection of the gameweek.
    public static final ItemKind.Of3<Gameweek, FootballerId, FixtureId> GAMEWEEK_FIXTURE_POINTS =
            GAMEWEEKS.item(
                    "Footballer#{footballer}#Fixture#{fixture}",
                    FOOTBALLER_ID,
                    FIXTURE_ID,
                    "a copy of the points");

    public static final ItemKind.Of2<Gameweek, Integer> SETTLEMENT =
            GAMEWEEKS.item("Settlement#{shard}", NUMBER, "progress of a settlement");
    public static final Family.Of0 GAMEWEEKS_BY_NUMBER =
            KEYS.index(GSI_ONE, "Gameweeks", "gameweeks by number");

    public static final Family.Of2<Gameweek, Integer> GAMEWEEK_COPIES =
            KEYS.family("GameweekCopy#{gameweek}#{copy}", WEEK, NUMBER);
    public static final ItemKind.Of2<Gameweek, Integer> GAMEWEEK_COPY =
            GAMEWEEK_COPIES.item("copy", "a copy that team sheets check");

    private FantasyKeys() {}

    /// All families of this context.
    public static List<Family> families() {
        return KEYS.families();
    }

    /// One shard of a league's members by total. A league that is not large has only shard 0, whose
    /// partition key is the league's own.
    public static ItemCollection standingsOf(LeagueId league, int shard) {
        return STANDINGS.of(
                shard == 0
                        ? List.of(league.value())
                        : List.of(league.value(), Integer.toString(shard)));
    }
}
