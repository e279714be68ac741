package plaza.fantasy.check;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.audit.ContextChecks;
import plaza.audit.DerivedAttributesAudit;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.LeagueItems;
import plaza.table.Item;

/// The checks of the fantasy context.
public final class FantasyChecks implements ContextChecks {
    public static final Check FANTASY_ATTRIBUTES =
            Check.ofLists(
                            "fantasyAttributes",
                            new DerivedAttributesAudit(
                                    FantasyChecks::rebuilt, GamerItems.TOTAL_POINTS),
                            FantasyKeys.GAMERS,
                            FantasyKeys.FOOTBALLERS)
                    .rule("Index keys and total points follow from other attributes.")
                    .repair("sets them");

    public static final Check ALL_GAMERS =
            Check.ofLists(
                            "allGamers",
                            new AllGamersAudit(),
                            FantasyKeys.GAMERS,
                            FantasyKeys.ALL_GAMERS)
                    .rule("The list of all gamers has every gamer, in the right shard.")
                    .repair("puts or deletes the entry");

    public static final Check GAMER_LEAGUES =
            Check.ofLists("gamerLeagues", new GamerLeaguesAudit(), FantasyKeys.GAMERS)
                    .rule("A gamer's list of leagues has the leagues of the memberships.")
                    .repair("sets the list");

    public static final Check STANDINGS =
            Check.ofLists("standings", new StandingsAudit(), FantasyKeys.GAMERS)
                    .eventually()
                    .rule(
                            "Every membership has its gamer's points, and its league's shards and"
                                    + " scoring.")
                    .repair(
                            "puts the membership, or deletes it if the gamer or the league does not"
                                    + " exist");

    public static final Check ROSTERS =
            Check.ofLists("rosters", new RosterAudit(), FantasyKeys.GAMERS)
                    .rule("Every member of a head-to-head league is in its roster.")
                    .repair("none: the owner removes the gamer");

    public static final Check SHEET_POINTS =
            Check.ofLists("sheetPoints", new SheetPointsAudit(), FantasyKeys.GAMERS)
                    .eventually()
                    .rule(
                            "The points of a team sheet are the gamer's points of the gameweek and"
                                    + " the sum of its footballers' points.")
                    .repair("sets or removes the points, and removes those of the footballers");

    public static final Check SHEET_CHAIN =
            Check.ofLists("sheetChain", new SheetChainAudit(), FantasyKeys.GAMERS)
                    .rule("A gamer points to the first team sheet, and each sheet to the next.")
                    .repair("sets or removes the pointer");

    public static final Check FIXTURE_POINTS =
            Check.ofLists(
                            "fixturePoints",
                            new FixturePointsAudit(),
                            FantasyKeys.FOOTBALLERS,
                            FantasyKeys.GAMEWEEKS)
                    .rule("A gameweek has a copy of its footballers' points in fixtures.")
                    .repair("puts or deletes the copy");

    public static final Check GAMEWEEK_COPIES =
            Check.ofLists("gameweekCopies", new GameweekCopiesAudit(), FantasyKeys.GAMEWEEK_COPIES)
                    .eventually()
                    .rule("A copy of a gameweek equals it, and none exists of a settled one.")
                    .repair("deletes the copy; sheets then check the gameweek");

    public static final Check DECLARED_FIXTURES =
            Check.ofLists("declaredFixtures", new DeclaredFixturesAudit(), FantasyKeys.FOOTBALLERS)
                    .rule("The fixture of a footballer's points is declared.")
                    .repair("none: an operator declares the fixture or removes the points");

    public static final Check FOOTBALLER_POINTS =
            Check.ofLists("footballerPoints", new FootballerPointsAudit(), FantasyKeys.FOOTBALLERS)
                    .rule("A footballer's gameweek points are the sum of their fixture points.")
                    .repair("sets the points");

    public static final Check SCORE_DISTRIBUTIONS =
            Check.ofCounts(
                            "scoreDistributions",
                            new ScoreDistributionAudit(),
                            FantasyKeys.LEAGUES,
                            FantasyKeys.LARGE_LEAGUES)
                    .eventually()
                    .after(STANDINGS)
                    .rule("Every large league is listed and has the scores of its memberships.")
                    .repair("starts the job that counts the league");

    private static final List<Check> ALL =
            List.of(
                    FANTASY_ATTRIBUTES,
                    ALL_GAMERS,
                    GAMER_LEAGUES,
                    STANDINGS,
                    ROSTERS,
                    SHEET_POINTS,
                    SHEET_CHAIN,
                    FIXTURE_POINTS,
                    GAMEWEEK_COPIES,
                    DECLARED_FIXTURES,
                    FOOTBALLER_POINTS,
                    SCORE_DISTRIBUTIONS);

    @Override
    public List<Check> checks() {
        return ALL;
    }

    private static @Nullable Item rebuilt(Item item) {
        if (FantasyKeys.GAMER.is(item.key())) {
            return GamerItems.gamer(GamerItems.gamer(item));
        }
        if (FantasyKeys.MEMBERSHIP.is(item.key())) {
            return LeagueItems.membership(LeagueItems.membership(item));
        }
        return FantasyKeys.FOOTBALLER.is(item.key())
                ? FootballerItems.footballer(FootballerItems.footballer(item))
                : null;
    }
}
