package plaza.fantasy;

import static plaza.catalogue.Access.ADMIN;
import static plaza.catalogue.Access.ANY_USER;
import static plaza.catalogue.Access.OWNER;
import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.BATCH_WRITE_ITEM;
import static plaza.catalogue.Action.CONDITION_CHECK_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;
import static plaza.catalogue.Contract.Header.ETAG;
import static plaza.catalogue.Contract.Header.LOCATION;
import static plaza.catalogue.HttpFunction.http;
import static plaza.http.Problem.Kind.CONFLICT;
import static plaza.http.Problem.Kind.NOT_FOUND;
import static plaza.http.Problem.Kind.RULE_BROKEN;

import java.util.List;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.catalogue.Prerequisite;
import plaza.fantasy.fixture.DeleteFixture;
import plaza.fantasy.fixture.DeleteFixturePoints;
import plaza.fantasy.fixture.FixtureJson;
import plaza.fantasy.fixture.ListFixturePoints;
import plaza.fantasy.fixture.ListFixtures;
import plaza.fantasy.fixture.PutFixture;
import plaza.fantasy.fixture.PutFixturePoints;
import plaza.fantasy.footballer.FootballerJson;
import plaza.fantasy.footballer.GetFootballer;
import plaza.fantasy.footballer.ListFootballersByPosition;
import plaza.fantasy.footballer.PutFootballer;
import plaza.fantasy.footballer.SearchFootballers;
import plaza.fantasy.gamer.GamerJson;
import plaza.fantasy.gamer.GetGamer;
import plaza.fantasy.gamer.PutGamer;
import plaza.fantasy.gameweek.GameweekJson;
import plaza.fantasy.gameweek.GetGameweek;
import plaza.fantasy.gameweek.ListGameweeks;
import plaza.fantasy.gameweek.PutGameweek;
import plaza.fantasy.id.FantasyIds;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.DeleteLeague;
import plaza.fantasy.league.GetLeague;
import plaza.fantasy.league.JoinLeague;
import plaza.fantasy.league.LeagueJson;
import plaza.fantasy.league.LeaveLeague;
import plaza.fantasy.league.ListLeaguesByGamer;
import plaza.fantasy.league.PutLeague;
import plaza.fantasy.league.RenewLeagueCode;
import plaza.fantasy.settlement.GetSettlement;
import plaza.fantasy.settlement.SettleGameweek;
import plaza.fantasy.settlement.SettlementJson;
import plaza.fantasy.settlement.UnsettleGameweek;
import plaza.fantasy.sheet.GamerGameweekJson;
import plaza.fantasy.sheet.GetRules;
import plaza.fantasy.sheet.GetTeamSheet;
import plaza.fantasy.sheet.ListGamerGameweeks;
import plaza.fantasy.sheet.PutTeamSheet;
import plaza.fantasy.sheet.RulesJson;
import plaza.fantasy.sheet.SheetBody;
import plaza.fantasy.sheet.SheetJson;
import plaza.fantasy.sheet.SheetProblems;
import plaza.fantasy.standings.ExpandedGamers;
import plaza.fantasy.standings.GetLeagueStandings;
import plaza.fantasy.standings.GetLeagueStandingsAround;
import plaza.fantasy.standings.ListLeagueMatches;
import plaza.fantasy.standings.MatchJson;
import plaza.fantasy.standings.StandingsJson;
import plaza.http.Field;
import plaza.http.Request;
import plaza.table.PlatformKeys;

/// The rows of the fantasy context in the catalogue, in the order of the documentation.
public final class FantasyFunctions {
    /// The caller's gamer. It requires no profile, because contexts do not depend on each other.
    private static final Prerequisite GAMER = new Prerequisite("gamer", "PUT /gamers/{gamerId}");

    /// The path parameters of the routes.
    public static final List<PathParameter> PATH_PARAMETERS =
            List.of(
                    new PathParameter(
                            "gamerId",
                            FantasyIds.GAMER,
                            "The id of the gamer, which is that of the user."),
                    new PathParameter(
                            "gameweek", FantasyIds.GAMEWEEK, "The number of the gameweek."),
                    new PathParameter(
                            "footballerId", FantasyIds.FOOTBALLER, "The id of the footballer."),
                    new PathParameter("fixtureId", FantasyIds.FIXTURE, "The id of the fixture."),
                    new PathParameter(
                            "leagueId",
                            FantasyIds.LEAGUE,
                            "The id of the league, which its founder chooses."),
                    new PathParameter(
                            "position",
                            FootballerJson.POSITION,
                            "The position of the footballers."));

    public static final List<HttpFunction> ALL =
            List.of(
                    http(PutGamer.class, "PUT", "/gamers/{gamerId}", OWNER)
                            .summary("Create or update the caller's gamer")
                            .puts(GamerJson.GAMER)
                            .fails(RULE_BROKEN)
                            .body(PutGamer.DATE_OF_BIRTH, PutGamer.COUNTRY, PutGamer.DISPLAY_NAME)
                            .grant(FantasyKeys.GAMERS, UPDATE_ITEM, PUT_ITEM)
                            .grant(FantasyKeys.ALL_GAMERS, PUT_ITEM)
                            .costs(0, 1, 1, "an existing gamer"),
                    http(GetGamer.class, "GET", "/gamers/{gamerId}", ANY_USER)
                            .summary("Get a gamer's profile and points")
                            .returns(200, GamerJson.GAMER, ETAG)
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.GAMERS, GET_ITEM)
                            .costs(0.5, 0, 1, "any gamer"),
                    http(ListGamerGameweeks.class, "GET", "/gamers/{gamerId}/gameweeks", ANY_USER)
                            .summary("List a gamer's points by gameweek")
                            .pages(GamerGameweekJson.GAMEWEEK)
                            .grant(FantasyKeys.GAMERS, GET_ITEM, QUERY)
                            .grant(FantasyKeys.GAMEWEEKS, BATCH_GET_ITEM)
                            .costs(
                                    1,
                                    0,
                                    2,
                                    "two of the caller's own; another gamer's cost 1 RRU more each"),
                    http(
                                    PutTeamSheet.class,
                                    "PUT",
                                    "/gamers/{gamerId}/team-sheets/{gameweek}",
                                    OWNER)
                            .requires(GAMER)
                            .summary("Submit a team sheet for a gameweek")
                            .conditional()
                            .returns(201, SheetJson.TEAM_SHEET, ETAG)
                            .returns(200, SheetJson.TEAM_SHEET, ETAG)
                            .fails(RULE_BROKEN)
                            .conflicts(SheetProblems.COST)
                            .body(SheetBody.FIELDS.toArray(Field<?>[]::new))
                            .grant(FantasyKeys.GAMERS, BATCH_GET_ITEM, QUERY, PUT_ITEM, UPDATE_ITEM)
                            .grant(
                                    FantasyKeys.GAMEWEEK_COPIES,
                                    BATCH_GET_ITEM,
                                    CONDITION_CHECK_ITEM)
                            .grant(
                                    FantasyKeys.GAMEWEEKS,
                                    GET_ITEM,
                                    BATCH_GET_ITEM,
                                    CONDITION_CHECK_ITEM)
                            .grant(FantasyKeys.FOOTBALLERS, BATCH_GET_ITEM)
                            .costs(
                                    10.5,
                                    4,
                                    3,
                                    "the first sheet, submitted again with another captain"),
                    http(
                                    GetTeamSheet.class,
                                    "GET",
                                    "/gamers/{gamerId}/team-sheets/{gameweek}",
                                    ANY_USER)
                            .summary("Get a gamer's team sheet for a gameweek")
                            .returns(200, SheetJson.TEAM_SHEET, ETAG)
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.GAMERS, GET_ITEM)
                            .grant(FantasyKeys.GAMEWEEKS, GET_ITEM)
                            .costs(
                                    0.5,
                                    0,
                                    1,
                                    "the caller's own; another gamer's costs 1.5 RRU in 2 round trips"),
                    http(PutFootballer.class, "PUT", "/footballers/{footballerId}", ADMIN)
                            .summary("Create or update a footballer")
                            .puts(FootballerJson.FOOTBALLER)
                            .body(
                                    PutFootballer.NAME,
                                    PutFootballer.POSITION,
                                    PutFootballer.CLUB,
                                    PutFootballer.PRICE,
                                    PutFootballer.SELECTED_PERCENT)
                            .grant(FantasyKeys.FOOTBALLERS, UPDATE_ITEM, PUT_ITEM)
                            .costs(0, 2, 1, "a new price"),
                    http(GetFootballer.class, "GET", "/footballers/{footballerId}", ANY_USER)
                            .summary("Get a footballer's details and points")
                            .returns(200, FootballerJson.FOOTBALLER, ETAG)
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.FOOTBALLERS, GET_ITEM)
                            .costs(0.5, 0, 1, "any footballer"),
                    http(
                                    ListFootballersByPosition.class,
                                    "GET",
                                    "/positions/{position}/footballers",
                                    ANY_USER)
                            .summary("List the footballers of a position")
                            .pages(FootballerJson.FOOTBALLER)
                            .grant(FantasyKeys.FOOTBALLERS_BY_POSITION, QUERY)
                            .costs(1.5, 0, 1, "50 footballers before the season"),
                    http(SearchFootballers.class, "GET", "/footballers", ANY_USER)
                            .summary("Search and sort the footballers")
                            .query(
                                    SearchFootballers.QUERY,
                                    SearchFootballers.POSITION,
                                    SearchFootballers.SORT,
                                    SearchFootballers.ORDER)
                            .pages(FootballerJson.FOOTBALLER)
                            .grant(FantasyKeys.FOOTBALLERS_BY_POSITION, QUERY)
                            .costs(41, 0, 4, "850 footballers at the end of a season"),
                    http(
                                    PutFixturePoints.class,
                                    "PUT",
                                    "/footballers/{footballerId}/gameweeks/{gameweek}/fixtures/{fixtureId}",
                                    ADMIN)
                            .summary("Record a footballer's points in a fixture")
                            .puts(FixtureJson.FIXTURE_POINTS)
                            .fails(NOT_FOUND, RULE_BROKEN)
                            .body(
                                    PutFixturePoints.POINTS,
                                    PutFixturePoints.MINUTES,
                                    PutFixturePoints.YELLOW_CARDS,
                                    PutFixturePoints.RED_CARDS)
                            .grant(FantasyKeys.FOOTBALLERS, GET_ITEM, QUERY, UPDATE_ITEM, PUT_ITEM)
                            .grant(FantasyKeys.GAMEWEEKS, GET_ITEM, UPDATE_ITEM, PUT_ITEM)
                            .costs(2, 9, 3, "a footballer's first fixture of the gameweek"),
                    http(
                                    DeleteFixturePoints.class,
                                    "DELETE",
                                    "/footballers/{footballerId}/gameweeks/{gameweek}/fixtures/{fixtureId}",
                                    ADMIN)
                            .summary("Delete a footballer's points in a fixture")
                            .grant(
                                    FantasyKeys.FOOTBALLERS,
                                    GET_ITEM,
                                    QUERY,
                                    UPDATE_ITEM,
                                    DELETE_ITEM)
                            .grant(FantasyKeys.GAMEWEEKS, DELETE_ITEM)
                            .costs(2, 7, 3, "a footballer's only fixture of the gameweek"),
                    http(
                                    ListFixturePoints.class,
                                    "GET",
                                    "/footballers/{footballerId}/gameweeks/{gameweek}/fixtures",
                                    ANY_USER)
                            .summary("List a footballer's points in a gameweek's fixtures")
                            .pages(FixtureJson.FIXTURE_POINTS)
                            .grant(FantasyKeys.FOOTBALLERS, QUERY)
                            .costs(0.5, 0, 1, "two fixtures"),
                    http(PutGameweek.class, "PUT", "/gameweeks/{gameweek}", ADMIN)
                            .summary("Create a gameweek or move its deadline")
                            .puts(GameweekJson.GAMEWEEK)
                            .fails(CONFLICT)
                            .body(PutGameweek.DEADLINE, PutGameweek.TRANSFERS)
                            .grant(
                                    FantasyKeys.GAMEWEEKS,
                                    UPDATE_ITEM,
                                    PUT_ITEM,
                                    CONDITION_CHECK_ITEM)
                            .grant(FantasyKeys.GAMEWEEK_COPIES, PUT_ITEM, BATCH_WRITE_ITEM)
                            .costs(0, 901, 17, "an existing gameweek, whose 297 copies move too"),
                    http(GetGameweek.class, "GET", "/gameweeks/{gameweek}", ANY_USER)
                            .summary("Get a gameweek's deadline and status")
                            .returns(200, GameweekJson.GAMEWEEK, ETAG)
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.GAMEWEEKS, GET_ITEM)
                            .costs(0.5, 0, 1, "any gameweek"),
                    http(GetRules.class, "GET", "/rules", ANY_USER)
                            .summary("Get the rules of the season")
                            .returns(200, RulesJson.RULES, ETAG)
                            .costs(0, 0, 0, "any call"),
                    http(ListGameweeks.class, "GET", "/gameweeks", ANY_USER)
                            .summary("List the gameweeks and their deadlines")
                            .pages(GameweekJson.GAMEWEEK)
                            .grant(FantasyKeys.GAMEWEEKS_BY_NUMBER, QUERY)
                            .costs(0.5, 0, 1, "38 gameweeks"),
                    http(
                                    PutFixture.class,
                                    "PUT",
                                    "/gameweeks/{gameweek}/fixtures/{fixtureId}",
                                    ADMIN)
                            .summary("Create or update a fixture of a gameweek")
                            .puts(FixtureJson.FIXTURE)
                            .fails(NOT_FOUND, RULE_BROKEN)
                            .body(PutFixture.HOME_CLUB, PutFixture.AWAY_CLUB, PutFixture.KICKOFF)
                            .grant(FantasyKeys.GAMEWEEKS, GET_ITEM, UPDATE_ITEM, PUT_ITEM)
                            .costs(0, 1, 1, "an existing fixture"),
                    http(
                                    DeleteFixture.class,
                                    "DELETE",
                                    "/gameweeks/{gameweek}/fixtures/{fixtureId}",
                                    ADMIN)
                            .summary("Delete a fixture without points")
                            .fails(CONFLICT)
                            .grant(FantasyKeys.GAMEWEEKS, GET_ITEM, QUERY, DELETE_ITEM)
                            .costs(
                                    2,
                                    1,
                                    3,
                                    "no points in the gameweek; 13 RRU more with all points"),
                    http(ListFixtures.class, "GET", "/gameweeks/{gameweek}/fixtures", ANY_USER)
                            .summary("List a gameweek's fixtures")
                            .pages(FixtureJson.FIXTURE)
                            .grant(FantasyKeys.GAMEWEEKS, QUERY)
                            .costs(0.5, 0, 1, "10 fixtures"),
                    http(SettleGameweek.class, "POST", "/gameweeks/{gameweek}/settlement", ADMIN)
                            .summary("Settle a gameweek, or preview its points")
                            .returns(200, SettlementJson.BEGUN)
                            .returns(202, SettlementJson.BEGUN, LOCATION)
                            .fails(NOT_FOUND, CONFLICT)
                            .optionalBody(SettleGameweek.PREVIEW, SettleGameweek.AFTER)
                            .grant(FantasyKeys.GAMEWEEKS, GET_ITEM, QUERY, UPDATE_ITEM)
                            .grant(FantasyKeys.GAMEWEEK_COPIES, BATCH_WRITE_ITEM)
                            .grant(FantasyKeys.ALL_GAMERS, QUERY)
                            .grant(FantasyKeys.GAMERS, BATCH_GET_ITEM, QUERY)
                            .grant(PlatformKeys.JOBS, PUT_ITEM)
                            .grant(PlatformKeys.IDEMPOTENCY, PUT_ITEM)
                            .costs(1, 334, 15, "the first settlement, which deletes 297 copies"),
                    http(
                                    UnsettleGameweek.class,
                                    "DELETE",
                                    "/gameweeks/{gameweek}/settlement",
                                    ADMIN)
                            .summary("Revert a gameweek's settlement")
                            .returns(202, SettlementJson.SETTLEMENT, LOCATION)
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.GAMEWEEKS, GET_ITEM, UPDATE_ITEM)
                            .grant(PlatformKeys.JOBS, PUT_ITEM)
                            .costs(1, 35, 2, "any gameweek"),
                    http(GetSettlement.class, "GET", "/gameweeks/{gameweek}/settlement", ANY_USER)
                            .summary("Get the progress of a settlement")
                            .returns(200, SettlementJson.SETTLEMENT, ETAG)
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.GAMEWEEKS, GET_ITEM, QUERY)
                            .costs(1, 0, 2, "any settlement"),
                    http(PutLeague.class, "PUT", "/leagues/{leagueId}", ANY_USER)
                            .requires(GAMER)
                            .summary("Create or change a league")
                            .puts(LeagueJson.LEAGUE)
                            .fails(CONFLICT, RULE_BROKEN)
                            .body(
                                    PutLeague.NAME,
                                    PutLeague.PRIVATE,
                                    PutLeague.SCORING,
                                    PutLeague.OWNER,
                                    PutLeague.FROM_GAMEWEEK)
                            .grant(FantasyKeys.LEAGUES, BATCH_GET_ITEM, PUT_ITEM, UPDATE_ITEM)
                            .grant(FantasyKeys.GAMERS, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                            .grant(FantasyKeys.GAMEWEEKS, GET_ITEM)
                            .costs(2, 1, 2, "a new league"),
                    http(GetLeague.class, "GET", "/leagues/{leagueId}", ANY_USER)
                            .summary("Get a league's name and owner")
                            .returns(200, LeagueJson.LEAGUE, ETAG)
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.LEAGUES, GET_ITEM)
                            .costs(0.5, 0, 1, "any league"),
                    http(RenewLeagueCode.class, "POST", "/leagues/{leagueId}/code", ANY_USER)
                            .summary("Renew the code of a private league")
                            .returns(200, LeagueJson.LEAGUE)
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.LEAGUES, GET_ITEM, UPDATE_ITEM)
                            .grant(PlatformKeys.IDEMPOTENCY, GET_ITEM, PUT_ITEM)
                            .costs(1, 2, 2, "without Idempotency-Key"),
                    http(DeleteLeague.class, "DELETE", "/leagues/{leagueId}", ANY_USER)
                            .summary("Delete a league")
                            .grant(FantasyKeys.LEAGUES, UPDATE_ITEM)
                            .grant(PlatformKeys.JOBS, PUT_ITEM)
                            .costs(0, 4, 1, "any league"),
                    http(JoinLeague.class, "PUT", "/leagues/{leagueId}/gamers/{gamerId}", OWNER)
                            .requires(GAMER)
                            .summary("Join a league")
                            .puts(LeagueJson.MEMBERSHIP)
                            .fails(CONFLICT, RULE_BROKEN)
                            .optionalBody(JoinLeague.CODE)
                            .grant(FantasyKeys.GAMERS, BATCH_GET_ITEM, UPDATE_ITEM, PUT_ITEM)
                            .grant(
                                    FantasyKeys.LEAGUES,
                                    BATCH_GET_ITEM,
                                    UPDATE_ITEM,
                                    CONDITION_CHECK_ITEM)
                            .grant(FantasyKeys.GAMEWEEKS, GET_ITEM, CONDITION_CHECK_ITEM)
                            .costs(2, 5, 2, "the first call, in a classic league"),
                    http(
                                    LeaveLeague.class,
                                    "DELETE",
                                    "/leagues/{leagueId}/gamers/{gamerId}",
                                    ANY_USER)
                            .summary("Leave a league, or remove another member as its owner")
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.GAMERS, BATCH_GET_ITEM, UPDATE_ITEM, DELETE_ITEM)
                            .grant(FantasyKeys.LEAGUES, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM)
                            .grant(FantasyKeys.GAMEWEEKS, GET_ITEM, CONDITION_CHECK_ITEM)
                            .costs(2, 5, 2, "a joined classic league"),
                    http(ListLeaguesByGamer.class, "GET", "/gamers/{gamerId}/leagues", ANY_USER)
                            .summary("List a gamer's leagues")
                            .pages(LeagueJson.MEMBERSHIP)
                            .grant(FantasyKeys.GAMERS, QUERY)
                            .costs(1, 0, 1, "50 leagues"),
                    http(GetLeagueStandings.class, "GET", "/leagues/{leagueId}/standings", ANY_USER)
                            .summary("List a league's standings")
                            .query(ExpandedGamers.EXPAND)
                            .pages(StandingsJson.ROW)
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.STANDINGS, QUERY)
                            .grant(FantasyKeys.LEAGUES, GET_ITEM, QUERY)
                            .grant(FantasyKeys.GAMERS, BATCH_GET_ITEM)
                            .expands("gamer", 26.5, 2, "a page of 50 in a league of 60")
                            .rule("`gamer` adds 0.5 RRU for each gamer.")
                            .costs(1.5, 0, 1, "a page of 50 in a league of 60"),
                    http(
                                    GetLeagueStandingsAround.class,
                                    "GET",
                                    "/leagues/{leagueId}/standings/around/{gamerId}",
                                    ANY_USER)
                            .summary("List the standings around a gamer")
                            .query(Request.LIMIT, ExpandedGamers.EXPAND)
                            .items(StandingsJson.ROW)
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.STANDINGS, QUERY)
                            .grant(FantasyKeys.LEAGUES, GET_ITEM, QUERY)
                            .grant(FantasyKeys.GAMERS, GET_ITEM, BATCH_GET_ITEM)
                            .expands("gamer", 7.5, 3, "11 rows in a league of 60")
                            .rule("`gamer` adds 0.5 RRU for each gamer.")
                            .costs(2, 0, 2, "a league of 60"),
                    http(
                                    ListLeagueMatches.class,
                                    "GET",
                                    "/leagues/{leagueId}/gameweeks/{gameweek}/matches",
                                    ANY_USER)
                            .summary("List a head-to-head league's matches in a gameweek")
                            .pages(MatchJson.MATCH)
                            .fails(NOT_FOUND)
                            .grant(FantasyKeys.LEAGUES, GET_ITEM)
                            .grant(FantasyKeys.GAMERS, BATCH_GET_ITEM)
                            .rule("Each gamer costs 0.5 RRU.")
                            .costs(10.5, 0, 2, "20 gamers"));

    private FantasyFunctions() {}
}
