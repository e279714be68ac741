package plaza.fantasy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import plaza.audit.Check;
import plaza.continuation.Scenario;
import plaza.fantasy.check.FantasyChecks;
import plaza.fantasy.continuation.FantasyContinuations;
import plaza.fantasy.faults.FantasyFaultScenarios;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.interleaving.FantasyInterleavings;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.model.FantasyCallGenerator;
import plaza.fantasy.model.FantasyModel;
import plaza.fantasy.model.FantasySeededBug;
import plaza.fantasy.reconcile.FantasyCorruption;
import plaza.fantasy.reconcile.FantasyFixture;
import plaza.fantasy.sheet.SheetItems;
import plaza.fantasy.standings.Rankings;
import plaza.faults.FaultPhase;
import plaza.interleaving.ContextInterleavings;
import plaza.job.Jobs;
import plaza.local.emulator.Functions;
import plaza.model.ContextModel;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.ContextKit;
import plaza.testkit.StoredJob;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCase;
import plaza.testkit.cost.ExpandedCase;
import plaza.testkit.cost.StreamCost;

/// The kit of this context for the tests of all routes.
public final class FantasyKit implements ContextKit {
    @Override
    public void prepare(TestBed bed) {
        FantasySamples.prepare(bed);
    }

    @Override
    public Map<String, CostCase> costs() {
        return FantasyCosts.calls();
    }

    @Override
    public Map<String, ExpandedCase> expandedCosts() {
        return FantasyCosts.expanded();
    }

    @Override
    public List<StreamCost> streamCosts() {
        return FantasyCosts.streamCosts();
    }

    @Override
    public Set<String> idsOfCreators() {
        return Set.of("leagueId");
    }

    @Override
    public ContextModel model() {
        return FantasyCallGenerator.of(new FantasyModel());
    }

    @Override
    public List<FantasySeededBug> seededBugs() {
        return List.of(FantasySeededBug.values());
    }

    @Override
    public List<StoredJob> storedJobs() {
        return FantasyContinuations.stored();
    }

    @Override
    public Map<String, String> exportedIds() {
        return Map.of("leagueId", "league.leagueId", "gameweek", "teamSheet.gameweek");
    }

    @Override
    public Set<String> readsBeyondExport() {
        return Set.of(
                "GetFootballer",
                "ListFootballersByPosition",
                "SearchFootballers",
                "ListFixturePoints",
                "GetGameweek",
                "ListGameweeks",
                "ListFixtures",
                "GetSettlement",
                "GetLeagueStandings",
                "GetLeagueStandingsAround",
                "ListLeagueMatches");
    }

    @Override
    public void writeHistory(TestBed bed, SplittableRandom random, boolean isShort) {
        new FantasyFixture(bed, random).play(isShort ? 5 : 22);
        if (isShort) {
            new Jobs(bed.table(), bed.clock())
                    .startOrRestart(new FantasyWork.RankLeague(LeagueId.of("pub")));
        }
    }

    /// Divides small leagues.
    @Override
    public Functions withLowLimits(Functions functions) {
        return functions.with(Rankings.Limits.class, new Rankings.Limits(2, 1_000));
    }

    @Override
    public List<FantasyCorruption> corruptions() {
        return List.of(FantasyCorruption.values());
    }

    @Override
    public Set<String> unconditionalRepairs() {
        // a job counts a score distribution
        return Set.of(FantasyChecks.SCORE_DISTRIBUTIONS.name());
    }

    @Override
    public Set<Check> repairsByKey() {
        // each sheet of a gamer has its own condition
        return Set.of(FantasyChecks.SHEET_CHAIN);
    }

    @Override
    public List<FaultPhase> faultPhases() {
        return FantasyFaultScenarios.all();
    }

    @Override
    public Set<String> countsOfAttempts() {
        return Set.of(GameweekItems.MOVES);
    }

    @Override
    public List<Scenario> continuations() {
        return FantasyContinuations.all();
    }

    @Override
    public Functions withPages(Functions functions, int page) {
        return functions.with(Rankings.Limits.class, new Rankings.Limits(1, page));
    }

    /// The reports on a settlement, the sheets and memberships of a gamer, and the points of a
    /// footballer.
    @Override
    public Set<Family> smallCollections() {
        return Set.of(FantasyKeys.GAMEWEEKS, FantasyKeys.GAMERS, FantasyKeys.FOOTBALLERS);
    }

    @Override
    public void forgetSlices(Item item, Map<Key, Item> items, Map<String, String> attributes) {
        if (FantasyKeys.SETTLEMENT.is(item.key())) {
            attributes.remove("step"); // the number of slices
        }
        if (FantasyKeys.MEMBERSHIP.is(item.key())) {
            var gamer = items.get(FantasyKeys.GAMER.key(FantasyKeys.GAMERS.parse(item.key())));
            var isCurrent =
                    gamer != null
                            && gamer.number(GamerItems.VERSION)
                                    == item.number(LeagueItems.GAMER_VERSION);
            attributes.put(LeagueItems.GAMER_VERSION, "of the gamer: " + isCurrent);
        }
        if (FantasyKeys.TEAM_SHEET.is(item.key())) {
            attributes.remove(SheetItems.GAMER_VERSION);
        }
        if (FantasyKeys.GAMER.is(item.key())) {
            attributes.remove(GamerItems.VERSION);
        }
    }

    @Override
    public ContextInterleavings interleavings() {
        return new FantasyInterleavings();
    }

    @Override
    public DemoViews demoViews() {
        return new DemoViews("[aria-label=Gameweeks]", "League", false);
    }
}
