package plaza.fantasy.league;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.leaving.Erasure;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Hands over the leagues that a user who leaves has founded or owns.
///
/// A league of theirs passes to the member who joined first; of several who joined at the same
/// time, to the one with the lowest id. Members who leave as well do not count. A league without
/// another member is deleted. The owner also becomes the founder, if the founder leaves.
///
/// No index has the members in the order of joining, so the job reads all rows of the standings and
/// keeps the first. Nearly every league fits into the first slice, which the erasure performs.
public final class LeagueHandover {
    /// Rows in one slice.
    private static final int SLICE_MAX = 1_000;

    private final Table table;
    private final Clock clock;
    private final Jobs jobs;

    public LeagueHandover(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.jobs = new Jobs(table, clock);
    }

    /// A member who can own the league.
    private record Heir(Instant joinedAt, GamerId gamer) implements Comparable<Heir> {
        private static final Comparator<Heir> ORDER =
                Comparator.comparing(Heir::joinedAt).thenComparing(Heir::gamer);

        static Heir of(Item membership) {
            var member = LeagueItems.membership(membership);
            return new Heir(member.joinedAt(), member.gamer());
        }

        UserId user() {
            return UserId.of(gamer.value());
        }

        @Override
        public int compareTo(Heir other) {
            return ORDER.compare(this, other);
        }
    }

    /// The cursor of the job.
    ///
    /// @param heir the first of the members read so far, or null
    private record Cursor(int shard, @Nullable Heir heir, Page.@Nullable Position position) {
        static Cursor of(Texts in) {
            if (in.isEmpty()) {
                return new Cursor(0, null, null);
            }
            var shard = in.number();
            var gamer = in.text();
            var joinedAt = in.time();
            var heir = gamer.isEmpty() ? null : new Heir(joinedAt, GamerId.of(gamer));
            return new Cursor(shard, heir, in.position());
        }

        Progress progress() {
            return heir == null
                    ? Progress.more(shard, "", Instant.EPOCH, position)
                    : Progress.more(shard, heir.gamer(), heir.joinedAt(), position);
        }
    }

    /// Begins to hand a league over, if it names the user as its founder or owner.
    ///
    /// @return how many items are changed: 1, or 0 if it does not name them
    long begin(LeagueId id, UserId leaver) {
        var league = LeagueItems.leagueOrNull(table.getConsistent(FantasyKeys.LEAGUE.key(id)));
        if (league == null || !league.isOf(leaver)) {
            return 0;
        }
        var work = new FantasyWork.HandOverLeague(id, leaver);
        jobs.begin(work, job -> handOver(work, new Texts(job.cursor())));
        return 1;
    }

    /// Performs one slice.
    public Progress handOver(FantasyWork.HandOverLeague work, Texts texts) {
        var leaver = work.leaver();
        var item = table.getConsistent(FantasyKeys.LEAGUE.key(work.league()));
        var league = LeagueItems.leagueOrNull(item);
        if (item == null || league == null || !league.isOf(leaver)) {
            return new Progress.Finished();
        }
        if (!league.owner().equals(leaver)) {
            var founded = league.handedOver(leaver, league.owner());
            return finishedIf(table.write(LeagueItems.ownership(founded, item)));
        }
        var cursor = Cursor.of(texts);
        var shard = cursor.shard();
        var page =
                table.read(
                        Query.in(FantasyKeys.standingsOf(league.id(), shard)),
                        SLICE_MAX,
                        cursor.position());
        var heir = first(league.id(), leaver, page.items(), cursor.heir());
        if (page.next() != null) {
            return new Cursor(shard, heir, page.next()).progress();
        }
        if (shard + 1 < league.shards()) {
            return new Cursor(shard + 1, heir, null).progress();
        }
        return finishedIf(
                table.transact(
                        heir == null
                                ? deletion(league, leaver)
                                : transfer(league.handedOver(leaver, heir.user()), item)));
    }

    /// The job begins again if the league or the heir has changed since they were read.
    private static Progress finishedIf(Outcome<?> outcome) {
        return outcome instanceof Outcome.Done ? new Progress.Finished() : Progress.more();
    }

    /// Returns the member who joined first, of those read before and the rows of a page.
    private @Nullable Heir first(
            LeagueId league, UserId leaver, List<Item> rows, @Nullable Heir before) {
        return rows.stream()
                .map(Heir::of)
                .filter(heir -> !heir.user().equals(leaver))
                .filter(heir -> before == null || heir.compareTo(before) < 0)
                .sorted()
                .filter(heir -> canOwn(heir, league))
                .findFirst()
                .orElse(before);
    }

    /// Whether a gamer is a member of a league and does not leave. The index may still have a row
    /// of a former member, and an erasure that has expired is that of a former user with this id.
    private boolean canOwn(Heir heir, LeagueId league) {
        var membership = FantasyKeys.MEMBERSHIP.key(heir.gamer(), league);
        var erasure = Erasure.key(heir.user());
        var items = table.getByKey(List.of(membership, erasure));
        var leaving = items.get(erasure);
        return items.containsKey(membership)
                && (leaving == null || leaving.expired(clock.instant()));
    }

    private List<Write> transfer(League after, Item before) {
        var hasExpired = attribute(TableSchema.TTL).isBelow(Item.ttl(clock.instant()));
        return List.of(
                LeagueItems.ownership(after, before),
                LeagueItems.isMember(after.owner(), after.id()),
                new Write.Check(Erasure.key(after.owner()), absent().or(hasExpired)));
    }

    private List<Write> deletion(League league, UserId leaver) {
        return List.of(
                LeagueItems.deletion(league.id(), clock.instant())
                        .onlyIf(LeagueItems.isOwnedBy(leaver)),
                jobs.start(new FantasyWork.EraseLeague(league.id())));
    }
}
