package plaza.fantasy;

import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.model.FantasyCallGenerator;
import plaza.fantasy.model.FantasyModel;
import plaza.fantasy.model.FantasySeededBug;
import plaza.model.ContextModel;
import plaza.testkit.ContextKit;
import plaza.testkit.StoredJob;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCase;
import plaza.testkit.cost.ExpandedCase;
import plaza.testkit.cost.StreamCost;

import java.util.List;
import java.util.Map;

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
    public ContextModel model() {
        return FantasyCallGenerator.of(new FantasyModel());
    }

    @Override
    public List<FantasySeededBug> seededBugs() {
        return List.of(FantasySeededBug.values());
    }

    @Override
    public List<StoredJob> storedJobs() {
        return List.of(
                new StoredJob(
                        "settle",
                        "01 15 2",
                        "",
                        new FantasyWork.SettleGamers(Gameweek.of(1), 15, 2)),
                new StoredJob("rankall", "all", "", new FantasyWork.RankLeagues()),
                new StoredJob("rank", "pub", "", new FantasyWork.RankLeague(LeagueId.of("pub"))),
                new StoredJob(
                        "eraseleague", "pub", "", new FantasyWork.EraseLeague(LeagueId.of("pub"))));
    }
}
