package plaza.fantasy.job;

import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.id.UserId;
import plaza.job.StoredWork;
import plaza.job.Work;
import plaza.job.WorkType;

/// The kinds of work of this context.
public sealed interface FantasyWork extends Work {
    /// These kinds, as the platform knows them.
    WorkType<FantasyWork> TYPE = new WorkType<>(FantasyWork.class, FantasyWork::ofOrNull);

    /// Settles or unsettles the gamers in one shard of the list of all gamers.
    record SettleGamers(Gameweek gameweek, int shard, long run) implements FantasyWork {
        static final String KIND = "settle";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, gameweek, shard, run);
        }
    }

    /// Counts all large leagues.
    record RankLeagues() implements FantasyWork {
        static final String KIND = "rankall";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, "all");
        }
    }

    /// Counts one league.
    record RankLeague(LeagueId league) implements FantasyWork {
        static final String KIND = "rank";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, league);
        }
    }

    /// Removes the members of a deleted league.
    record EraseLeague(LeagueId league) implements FantasyWork {
        static final String KIND = "eraseleague";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, league);
        }
    }

    /// Hands a league over for a user who leaves.
    record HandOverLeague(LeagueId league, UserId leaver) implements FantasyWork {
        static final String KIND = "handover";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, league, leaver);
        }
    }

    /// Reads stored work. Returns null if another context has work of this kind.
    private static @Nullable FantasyWork ofOrNull(StoredWork stored) {
        var in = stored.texts();
        return switch (stored.kind()) {
            case SettleGamers.KIND ->
                    new SettleGamers(
                            in.next(Gameweek::parse), in.number(), in.next(Long::parseLong));
            case RankLeagues.KIND -> new RankLeagues();
            case RankLeague.KIND -> new RankLeague(in.next(LeagueId::of));
            case EraseLeague.KIND -> new EraseLeague(in.next(LeagueId::of));
            case HandOverLeague.KIND ->
                    new HandOverLeague(in.next(LeagueId::of), in.next(UserId::of));
            default -> null;
        };
    }
}
