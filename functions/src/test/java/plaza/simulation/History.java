package plaza.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import plaza.functions.Catalogue;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;

/// What a request can read while others change the table.
///
/// The number of a change in the log serves as time: state `n` is the table after the first `n`
/// changes. A request sees the states from its beginning to its end. What it may read with eventual
/// consistency, it may also see in the states since the replication lag before its beginning.
final class History {
    /// An item from one change of it to the next.
    ///
    /// @param first the first state that has it
    /// @param last the last state that has it
    record Version(Item item, int first, int last) {
        boolean isSeen(int from, int to) {
            return first <= to && last >= from;
        }

        boolean isThere(int from, int to) {
            return first <= from && last >= to;
        }
    }

    /// The state at the beginning of the request.
    final int began;

    /// The oldest state that a replica may have at the beginning.
    final int replicated;

    /// The state at the end of the request.
    final int ended;

    private final Map<Key, List<Version>> versions = new HashMap<>();

    private History(int began, int replicated, List<TableChange> log, Set<Family> families) {
        this.began = began;
        this.replicated = replicated;
        this.ended = log.size();
        for (var change : log) {
            if (families.contains(change.family())) {
                add(change);
            }
        }
    }

    private void add(TableChange change) {
        var all = versions.computeIfAbsent(change.key(), _ -> new ArrayList<>());
        if (change.before() != null) {
            var last = all.removeLast();
            all.add(new Version(last.item(), last.first(), change.number()));
        }
        if (change.after() != null) {
            all.add(new Version(change.after(), change.number() + 1, Integer.MAX_VALUE));
        }
    }

    /// A request that has begun.
    ///
    /// @param began the state at the beginning
    /// @param replicated the oldest state that a replica may have
    record Request(List<TableChange> log, int began, int replicated) {
        static Request begin(List<TableChange> log, Instant now, Duration lag) {
            var oldest = log.size();
            while (oldest > 0 && log.get(oldest - 1).at().plus(lag).isAfter(now)) {
                oldest--;
            }
            return new Request(log, log.size(), oldest);
        }

        /// Ends the request.
        History end(Set<Family> families) {
            return new History(began, replicated, log, families);
        }
    }

    Stream<Key> keys(Family family) {
        return versions.keySet().stream()
                .filter(key -> family.equals(Catalogue.ALL.keySpace().familyOf(key.pk())));
    }

    boolean any(Key key, Predicate<Version> condition) {
        return versionsOf(key).anyMatch(condition);
    }

    Stream<Version> versionsOf(Key key) {
        return versions.getOrDefault(key, List.of()).stream();
    }

    /// Whether an item exists all the time in one version.
    boolean isThere(Key key, int from) {
        return any(key, version -> version.isThere(from, ended));
    }

    /// Whether an item exists all the time, in one version or another.
    boolean exists(Key key, int from) {
        var state = from;
        for (var version : versions.getOrDefault(key, List.of())) {
            if (version.isThere(state, ended)) {
                return true;
            }
            if (version.isSeen(state, state)) {
                state = version.last() + 1;
            }
        }
        return false;
    }
}
