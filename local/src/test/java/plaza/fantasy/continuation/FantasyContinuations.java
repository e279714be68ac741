package plaza.fantasy.continuation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import plaza.continuation.Scenario;
import plaza.continuation.Scenario.Report;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.testkit.StoredJob;
import plaza.testkit.TestBed;

/// The jobs of this context: requests that leave them to the stream functions, and how they are
/// stored.
public final class FantasyContinuations {
    /// Gamers of two shards of the list of all gamers, in the order in which they are created.
    private static final List<String> GAMERS = gamers();

    private static final List<String> LEAGUES = List.of("pub", "inn", "bar");

    private FantasyContinuations() {}

    public static List<Scenario> all() {
        return List.of(
                new Scenario(
                                "a gameweek is settled",
                                FantasyContinuations::season,
                                bed -> settle(bed, 2))
                        .reportedBy(settlementReport(2)),
                new Scenario(
                                "a settlement is corrected",
                                bed -> {
                                    season(bed);
                                    settle(bed, 2);
                                },
                                bed -> {
                                    new FantasyGame(bed).allPlay(1, 7).settle(1).orFail();
                                    new FantasyGame(bed).allPlay(2, 1).settle(2).orFail();
                                })
                        .reportedBy(settlementReport(1)),
                new Scenario(
                        "a gameweek is unsettled",
                        FantasyContinuations::season,
                        bed -> new FantasyGame(bed).unsettle(1).orFail()),
                new Scenario(
                        "a divided league is left and deleted",
                        FantasyContinuations::season,
                        bed -> {
                            var game = new FantasyGame(bed);
                            game.leave(GAMERS.get(2), "pub").orFail();
                            deleteLeague(bed, "inn");
                        }),
                // a settlement could move rows to positions that the erasures have passed
                new Scenario(
                        "leagues are deleted while totals fall",
                        FantasyContinuations::season,
                        bed -> {
                            new FantasyGame(bed).allPlay(1, 1).settle(1).orFail();
                            LEAGUES.forEach(league -> deleteLeague(bed, league));
                        }),
                new Scenario(
                        "the owner of divided leagues leaves",
                        FantasyContinuations::season,
                        bed -> {
                            var jobs = new Jobs(bed.table(), bed.clock());
                            LEAGUES.forEach(league -> jobs.beginLater(handover(league)));
                        }));
    }

    /// Each kind of job as it is stored.
    public static List<StoredJob> stored() {
        return List.of(
                new StoredJob(
                        "settle",
                        "01 15 2",
                        "",
                        new FantasyWork.SettleGamers(Gameweek.of(1), 15, 2)),
                new StoredJob("rankall", "all", "", new FantasyWork.RankLeagues()),
                new StoredJob("rank", "pub", "", new FantasyWork.RankLeague(LeagueId.of("pub"))),
                new StoredJob(
                        "eraseleague", "pub", "", new FantasyWork.EraseLeague(LeagueId.of("pub"))),
                new StoredJob("handover", "pub " + GAMERS.getFirst(), "", handover("pub")));
    }

    private static FantasyWork handover(String league) {
        return new FantasyWork.HandOverLeague(LeagueId.of(league), UserId.of(GAMERS.getFirst()));
    }

    private static void deleteLeague(TestBed bed, String league) {
        bed.as(GAMERS.getFirst()).at("leagueId", league).send("DeleteLeague").orFail();
    }

    private static Report settlementReport(int gameweek) {
        return new Report(
                FantasyWork.SettleGamers.class,
                "GetSettlement",
                bed -> bed.as("anyone").at("gameweek", Integer.toString(gameweek)),
                "gamersDone",
                "status",
                "settled",
                Set.of(FantasyKeys.GAMERS),
                (_, _) -> {});
    }

    private static List<String> gamers() {
        var gamers = new ArrayList<String>();
        for (var number = 99; gamers.size() < 7; number--) {
            var id = "g" + number * 31 % 97;
            if (GamerItems.shardOf(GamerId.of(id)) == 3 || gamers.isEmpty()) {
                gamers.add(id);
            }
        }
        return gamers;
    }

    /// Three leagues, of which the stream has divided the index, a settled gameweek and one that is
    /// over.
    private static void season(TestBed bed) {
        var game = new FantasyGame(bed).withFootballers().withGameweeks(1, 2);
        for (var gamer : GAMERS) {
            game.gamer(gamer).orFail();
        }
        for (var league : LEAGUES) {
            game.league(GAMERS.getFirst(), league, league).orFail();
            GAMERS.forEach(gamer -> game.join(gamer, league).orFail());
        }
        var jobs = new Jobs(bed.table(), bed.clock());
        for (var league : LEAGUES) {
            jobs.beginLater(new FantasyWork.RankLeague(LeagueId.of(league)));
        }
        GAMERS.subList(0, 6).forEach(gamer -> game.sheet(gamer, 1, FantasyGame.SHEET).orFail());
        GAMERS.subList(2, 4).forEach(gamer -> game.sheet(gamer, 2, FantasyGame.SHEET).orFail());
        game.allPlay(1, 5);
        game.allPlay(2, 3);
        bed.drain();
        game.closed(1, 2);
        game.settle(1).orFail();
    }

    private static void settle(TestBed bed, int gameweek) {
        new FantasyGame(bed).settle(gameweek).orFail();
    }
}
