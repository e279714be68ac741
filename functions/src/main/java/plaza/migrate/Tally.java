package plaza.migrate;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// What an invocation has counted.
///
/// @param counts the counts that are not 0
record Tally(Map<Count, Double> counts) {
    static final Tally NOTHING = new Tally(Map.of());

    /// What is counted.
    enum Count {
        /// Items of all kinds that were read.
        READ("read"),
        /// Items of an older version that were found and left.
        OLD("old"),
        /// Write units that the rewrite of the found items consumes.
        PLANNED_UNITS("plannedUnits"),
        /// Items that the run rewrote.
        REWRITTEN("rewritten"),
        /// Items that another writer rewrote or deleted before the run could.
        SUPERSEDED("superseded"),
        /// Items of a version that this release does not have; they were left.
        UNKNOWN("unknown"),
        /// Items that could not be rewritten; they were left.
        FAILED("failed");

        private final String word;

        Count(String word) {
            this.word = word;
        }

        /// This count among those of a run.
        long of(Map<String, Long> counts) {
            return counts.getOrDefault(word, 0L);
        }
    }

    static Tally of(Count count, double number) {
        return number == 0 ? NOTHING : new Tally(Map.of(count, number));
    }

    Tally plus(Tally other) {
        var sum = new EnumMap<Count, Double>(Count.class);
        sum.putAll(counts);
        other.counts.forEach((count, number) -> sum.merge(count, number, Double::sum));
        return new Tally(sum);
    }

    Tally plus(Count count, double number) {
        return plus(of(count, number));
    }

    double get(Count count) {
        return counts.getOrDefault(count, 0.0);
    }

    /// The counts by name, in whole numbers, as a run adds them up.
    Map<String, Long> numbers() {
        var numbers = new LinkedHashMap<String, Long>();
        for (var count : Count.values()) {
            numbers.put(count.word, (long) Math.ceil(get(count)));
        }
        return numbers;
    }
}
