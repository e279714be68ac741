package plaza.clubs;

import org.jspecify.annotations.Nullable;
import plaza.job.StoredWork;
import plaza.job.Work;
import plaza.job.WorkType;
import plaza.table.Key;
import plaza.tally.SequenceNumber;

/// The kinds of work of this context.
sealed interface ClubsWork extends Work {
    WorkType<ClubsWork> TYPE = new WorkType<>(ClubsWork.class, ClubsWork::ofOrNull);

    /// Removes the members of a club that does not exist, with their ledger.
    ///
    /// @param cause what left them behind
    record EraseMembers(ClubId club, String cause) implements ClubsWork {
        static final String KIND = "erasemembers";

        /// The erasure of a member whose club does not exist.
        static EraseMembers ofLateEdge(Key club, SequenceNumber member) {
            return new EraseMembers(ClubsKeys.CLUB.parse(club), member.text());
        }

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, club, cause);
        }
    }

    /// Reads stored work. Returns null if another context has work of this kind.
    static @Nullable ClubsWork ofOrNull(StoredWork stored) {
        var in = stored.texts();
        return switch (stored.kind()) {
            case EraseMembers.KIND -> new EraseMembers(in.next(ClubId::new), in.text());
            default -> null;
        };
    }
}
