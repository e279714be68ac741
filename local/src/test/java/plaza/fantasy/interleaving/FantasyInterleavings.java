package plaza.fantasy.interleaving;

import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekCopies;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.standings.Rankings;
import plaza.interleaving.ContextInterleavings;
import plaza.interleaving.Explorer;
import plaza.interleaving.IgnoredWrite;
import plaza.interleaving.Intended;
import plaza.interleaving.Intended.Allowed;
import plaza.interleaving.Operation;
import plaza.interleaving.Operation.Call;
import plaza.interleaving.Operations;
import plaza.interleaving.Season;
import plaza.interleaving.State;
import plaza.job.Jobs;
import plaza.job.Work;
import plaza.local.emulator.Functions;
import plaza.table.Family;
import plaza.table.ItemKind;
import plaza.testkit.TestBed;

/// The operations of this context when others run in their gaps.
public final class FantasyInterleavings implements ContextInterleavings {
    /// The routes that start jobs of large leagues.
    private static final Set<String> LEAGUE_ROUTES =
            Set.of(
                    "SettleGameweek",
                    "UnsettleGameweek",
                    "JoinLeague",
                    "LeaveLeague",
                    "DeleteLeague");

    private static final List<Intended> INTENDED =
            List.of(
                    new Intended(
                            "",
                            "LeaveLeague",
                            "Lambda repeats the record of a count while the first attempt still"
                                    + " runs, and that attempt is the last to write its result."
                                    + " Reconcile has the league counted again.",
                            Allowed.existence(FantasyKeys.SCORE_DISTRIBUTION),
                            Allowed.of(FantasyKeys.SCORE_DISTRIBUTION, "now", "before")),
                    new Intended(
                            "LeaveLeague",
                            "between invocations: LeaveLeague",
                            "A league is divided if it is large when its job counts it, which may be"
                                    + " before or after members leave.",
                            Allowed.of(FantasyKeys.LEAGUE, "shards"),
                            Allowed.existence(FantasyKeys.MEMBERSHIP),
                            Allowed.existence(FantasyKeys.LARGE_LEAGUE),
                            Allowed.existence(FantasyKeys.SCORE_DISTRIBUTION)),
                    new Intended(
                            "JoinLeague",
                            "DeleteLeague",
                            "A member whose league is deleted while it is read may join it once"
                                    + " more. The stream removes the membership again.",
                            Allowed.response()));

    @Override
    public List<Call> variants() {
        var leaving = variant("LeaveLeague").at("leagueId", "duels").as("head-to-head");
        var sheet = variant("PutTeamSheet");
        return List.of(
                sheet.at("gameweek", "3").as("later").by("bob"),
                sheet.as("squad")
                        .by("bob")
                        .withBody(
                                """
                                {"goalKeeper": "gk1", "captain": "m1", "viceCaptain": "f1",
                                 "players": ["d1", "d2", "d3", "d4", "m1", "m2", "m3", "m4", "f1", "f2"],
                                 "subs": ["gk2", "d5", "m5", "f4"]}
                                """),
                leaving,
                leaving.by("bob"),
                variant("JoinLeague").at("leagueId", "duels").as("head-to-head"),
                variant("PutFixturePoints").at("fixtureId", "fulham-leeds").as("other fixture"),
                variant("DeleteFixturePoints").at("fixtureId", "fulham-leeds").as("other fixture"),
                variant("PutGameweek")
                        .as("later")
                        .withBody(
                                "{\"deadline\": \"2026-12-01T17:30:00.000Z\","
                                        + " \"transfers\": {\"unlimited\": true}}"));
    }

    @Override
    public List<Intended> intended() {
        return INTENDED;
    }

    /// Only a league with more members than fit into a slice leaves its handover to a job.
    @Override
    public Set<Class<? extends Work>> withoutRequest() {
        return Set.of(FantasyWork.HandOverLeague.class);
    }

    @Override
    public List<IgnoredWrite> ignored() {
        return List.of(
                new IgnoredWrite(
                        "(price|position) of .* in PutTeamSheet",
                        "A new price or position applies to the sheets that are put after it."),
                new IgnoredWrite(
                        "^(other|zero|large|removal of) (shards|fromGameweek|deletedAt) of"
                                + " League#.* in JoinLeague",
                        "The job that follows the change of the league changes the membership."),
                new IgnoredWrite(
                        "movedAt of Gameweek#.* in PutTeamSheet",
                        "While a deadline moves, sheets wait only to keep the move short."),
                new IgnoredWrite(
                        " shards of League#",
                        "Only the job that counts a league changes them, and then begins"
                                + " again."),
                IgnoredWrite.withOthers("^removal of gsiTwoSk of Gamer#"),
                IgnoredWrite.withOthers("(moves|startedAt|run) of Gameweek#"),
                IgnoredWrite.withOthers("^other leagues of Gamer#"),
                IgnoredWrite.withOthers("firstSheet of Gamer#.* in PutTeamSheet"),
                IgnoredWrite.withOthers(
                        "(bank|captain|freeTransfers|paid|transferCost) of .* in PutTeamSheet"),
                IgnoredWrite.withOthers("version of .* Fixture#.* in DeleteFixture"),
                IgnoredWrite.withOthers("other deadline of Gameweek#.* in SettleGameweek"),
                IgnoredWrite.withOthers(" revision of .* in SettleGameweek"));
    }

    /// Enough copies that one transaction does not create all of them.
    @Override
    public Functions withSmallSlices(Functions functions) {
        return functions
                .with(GameweekCopies.Limits.class, new GameweekCopies.Limits(100))
                .with(Rankings.Limits.class, new Rankings.Limits(1, 1_000));
    }

    @Override
    public Set<Family> shortLists() {
        return Set.of(FantasyKeys.LARGE_LEAGUES, FantasyKeys.ALL_GAMERS);
    }

    /// Large leagues, and the time after the deadline of a gameweek with team sheets.
    @Override
    public List<Season> seasons(Explorer explorer, State begin, List<Call> all) {
        var ofLeagues =
                all.stream().filter(call -> LEAGUE_ROUTES.contains(call.route().name())).toList();
        var seasons = new ArrayList<Season>();
        large(explorer, begin).forEach(state -> seasons.add(new Season(state, ofLeagues)));
        var settling = ofSheets("SettleGameweek");
        var calls = List.of(settling, ofSheets("UnsettleGameweek"));
        var others = new ArrayList<>(Operations.others(calls));
        var points =
                Call.sample(TestBed.row("PutFixturePoints"))
                        .withBody("{\"points\": 12, \"minutes\": 90}");
        others.add(new Operation(points, settling));
        var later = begin.at(begin.now().plus(Duration.ofDays(100)));
        seasons.add(new Season(later, calls, others));
        return seasons;
    }

    /// The states before and after two leagues are divided, with two gamers in one shard of the
    /// list of all gamers.
    private static List<State> large(Explorer explorer, State begin) {
        var shard = GamerItems.shardOf(GamerId.of("alice"));
        var second =
                IntStream.iterate(1, number -> number + 1)
                        .mapToObj(number -> "gamer" + number)
                        .filter(gamer -> GamerItems.shardOf(GamerId.of(gamer)) == shard)
                        .findFirst()
                        .orElseThrow();
        var stage = explorer.stage(begin);
        stage.run(new Operation(Call.sample(TestBed.row("PutGamer")).by(second)), 2, _ -> {});
        var jobs = new Jobs(stage.table(), Clock.fixed(begin.now(), ZoneOffset.UTC));
        for (var league : List.of("pub", "duels")) {
            jobs.startOrRestart(new FantasyWork.RankLeague(LeagueId.of(league)));
        }
        var before = stage.state("leagues to divide; ");
        stage.drain(_ -> {});
        return List.of(before, stage.state("large leagues; "));
    }

    private static Call ofSheets(String route) {
        return Call.sample(TestBed.row(route)).at("gameweek", "1").as("sheets");
    }

    @Override
    public Set<String> restoredAttributes() {
        return Set.of(GamerItems.FIRST_SHEET);
    }

    @Override
    public Set<ItemKind> permanent() {
        return Set.of(
                FantasyKeys.FOOTBALLER,
                FantasyKeys.GAMER,
                FantasyKeys.GAMEWEEK,
                FantasyKeys.LEAGUE);
    }

    @Override
    public Set<String> incidentalAttributes() {
        return Set.of(GameweekItems.MOVES, "gamerVersion");
    }

    @Override
    public CheckedRetry checkedRetry() {
        return new CheckedRetry("JoinLeague", FantasyKeys.GAMER, "LeaveLeague");
    }

    private static Call variant(String function) {
        return Call.sample(TestBed.row(function));
    }
}
