package plaza.fantasy;

import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.event.EventRules;
import plaza.event.ItemChange;
import plaza.event.Slices;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.league.LeagueErasure;
import plaza.fantasy.league.LeagueHandover;
import plaza.fantasy.settlement.Settlements;
import plaza.fantasy.sheet.Rules;
import plaza.fantasy.sheet.SeasonRules;
import plaza.fantasy.standings.Rankings;
import plaza.job.Job;
import plaza.job.Performer;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.lambda.Deployment;
import plaza.table.Table;

/// Settles gameweeks, ranks leagues, and cleans up after them.
public final class FantasyEventRules implements EventRules<FantasyEvent> {
    private final Settlements settlements;
    private final Rankings rankings;
    private final LeagueErasure leagueErasure;
    private final LeagueHandover leagueHandover;

    public FantasyEventRules() {
        this(
                Deployment.table(),
                Deployment.clock(),
                Rankings.Limits.STANDARD,
                SeasonRules.from(Deployment.environment()));
    }

    /// @param leagues the size at which the standings of a league are sharded
    /// @param rules the rules by which gameweeks are settled
    public FantasyEventRules(Table table, Clock clock, Rankings.Limits leagues, Rules rules) {
        this.settlements = new Settlements(table, clock, rules);
        this.rankings = new Rankings(table, clock, leagues);
        this.leagueErasure = new LeagueErasure(table, clock);
        this.leagueHandover = new LeagueHandover(table, clock);
    }

    @Override
    public @Nullable FantasyEvent event(ItemChange change) {
        return FantasyEvent.ofOrNull(change);
    }

    @Override
    public void process(List<FantasyEvent> events, Slices slices) {
        switch (events.getFirst()) {
            case FantasyEvent.MembershipChanged(var league, var gamer, var isMember) -> {
                if (isMember) {
                    leagueErasure.joined(league, gamer);
                }
                rankings.changed(league);
            }
        }
    }

    @Override
    public Performer<FantasyWork> performer() {
        return new Performer<>(FantasyWork.TYPE, this::slice);
    }

    private Progress slice(FantasyWork any, Job job) {
        var cursor = new Texts(job.cursor());
        return switch (any) {
            case FantasyWork.SettleGamers work -> settlements.settle(work, cursor, job.step());
            case FantasyWork.RankLeagues work -> rankings.rank(work, cursor.position());
            case FantasyWork.RankLeague work -> rankings.rank(work, cursor);
            case FantasyWork.EraseLeague work -> leagueErasure.erase(work, cursor);
            case FantasyWork.HandOverLeague work -> leagueHandover.handOver(work, cursor);
        };
    }
}
