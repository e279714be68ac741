package plaza.clubs;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import plaza.continuation.Scenario;
import plaza.id.UserId;
import plaza.interleaving.ContextInterleavings;
import plaza.job.ErasureLimit;
import plaza.job.Work;
import plaza.local.emulator.Functions;
import plaza.model.ContextModel;
import plaza.reconcile.CorruptingWrite;
import plaza.reconcile.Corruption;
import plaza.reconcile.EdgeCorruption;
import plaza.reconcile.ReconcileRun;
import plaza.table.Write;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;
import plaza.testkit.ContextKit;
import plaza.testkit.StoredJob;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// What the tests of all routes need to know about this context.
public final class ClubsKit implements ContextKit {
    @Override
    public void prepare(TestBed bed) {
        for (var club : List.of("chess", "go")) {
            bed.as("alice")
                    .at("clubId", club)
                    .body("{\"name\": \"Club\"}")
                    .send("PutClub")
                    .orFail();
        }
        for (var user : List.of("alice", "bob")) {
            membership(bed, "chess", user).send("JoinClub").orFail();
        }
        bed.drain();
    }

    @Override
    public Set<String> idsOfCreators() {
        return Set.of("clubId");
    }

    @Override
    public ContextModel model() {
        return ContextModel.of(new ClubsModel(), ClubsCalls::new);
    }

    @Override
    public List<StoredJob> storedJobs() {
        return List.of(
                new StoredJob(
                        "erasemembers",
                        "chess 000123",
                        "",
                        new ClubsWork.EraseMembers(new ClubId("chess"), "000123")));
    }

    /// No request leaves members of a club that does not exist, but an import or a restored table
    /// can.
    @Override
    public List<Scenario> continuations() {
        return List.of(
                new Scenario(
                        "members of a club that does not exist",
                        this::prepare,
                        bed -> {
                            var club = new ClubId("none");
                            for (var user : List.of("zoe", "adam", "kim", "bob")) {
                                var id = UserId.of(user);
                                var member = new Member(club, id, bed.clock().instant());
                                bed.table().write(Write.Put.of(MemberItems.member(member)));
                                bed.table()
                                        .write(
                                                Write.Put.of(
                                                        Ledger.row(
                                                                ClubsKeys.MEMBER_LEDGER_ROW.key(
                                                                        club, UserId.of("x" + id)),
                                                                true,
                                                                SequenceNumber.ZERO,
                                                                null)));
                            }
                        }));
    }

    @Override
    public Map<Class<? extends Work>, Set<String>> stages() {
        return Map.of(ClubsWork.EraseMembers.class, Set.of("ledger", "members"));
    }

    @Override
    public Functions withPages(Functions functions, int page) {
        return functions.with(ErasureLimit.class, new ErasureLimit(page));
    }

    @Override
    public List<Corruption> corruptions() {
        return Stream.concat(
                        EdgeCorruption.of(
                                MemberEdge.COUNTED,
                                ReconcileRun.check("memberLeftovers"),
                                table -> ClubsKeys.CLUB.key(new ClubId(table.unusedId()))),
                        Stream.of(
                                EdgeCorruption.of(
                                        MemberEdge.COUNTED,
                                        "ORDER",
                                        ReconcileRun.check("memberIndex"),
                                        CorruptingWrite.any(ClubsKeys.MEMBER)
                                                .replace(
                                                        ClubsKeys.MEMBERS_BY_TIME
                                                                .index()
                                                                .sortKey()))))
                .toList();
    }

    @Override
    public void writeHistory(TestBed bed, SplittableRandom random, boolean isShort) {
        prepare(bed);
        for (var number = 0; number < 30; number++) {
            var club = "club" + number;
            var founder = "user" + random.nextInt(9);
            bed.as(founder)
                    .at("clubId", club)
                    .body("{\"name\": \"Club\"}")
                    .send("PutClub")
                    .orFail();
            for (var member = 0; member < 4; member++) {
                bed.clock().advance(Duration.ofSeconds(1));
                membership(bed, club, "user" + random.nextInt(9)).send("JoinClub").orFail();
            }
            membership(bed, club, "user" + random.nextInt(9)).send("LeaveClub").orFail();
        }
    }

    private static TestRequest membership(TestBed bed, String club, String user) {
        return bed.as(user).at("clubId", club).at("userId", user);
    }

    @Override
    public ContextInterleavings interleavings() {
        return new ContextInterleavings() {
            @Override
            public Set<Class<? extends Work>> withoutRequest() {
                return Set.of(ClubsWork.EraseMembers.class);
            }
        };
    }
}
