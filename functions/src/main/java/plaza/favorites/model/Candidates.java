package plaza.favorites.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What several posting lists, each read newest first as far as one Query goes, have in common.
///
/// Positions are whatever orders favorites, greater meaning newer: clip time and then id.
///
/// @param positions those in every list, newest first
/// @param resume the position strictly below which the next reading starts; null when everything
///   has been seen. It moves down with every reading of lists that are not empty, also when nothing
///   was in common, so that paging comes to an end.
public record Candidates<P extends Comparable<P>>(List<P> positions, @Nullable P resume) {
    public Candidates {
        positions = List.copyOf(positions);
    }

    /// A list as far as it was read.
    ///
    /// @param positions newest first, without repeats
    /// @param complete whether there is nothing older; what is not complete is not empty
    public record Stretch<P extends Comparable<P>>(List<P> positions, boolean complete) {
        public Stretch {
            positions = List.copyOf(positions);
            if (positions.isEmpty() && !complete) {
                throw new IllegalArgumentException("an empty stretch that is not complete");
            }
        }
    }

    /// The common positions of one or more stretches that all started at the same position.
    ///
    /// Only positions that every list has been read past are decided. The newest of the ends of the
    /// incomplete stretches is where reading resumes: below it, that list is unknown. When a
    /// complete list ends above it, nothing older can be common, and there is no more to read.
    public static <P extends Comparable<P>> Candidates<P> common(List<Stretch<P>> stretches) {
        @Nullable P resume = null;
        for (var stretch : stretches) {
            if (!stretch.complete()) {
                P end = stretch.positions().getLast();
                resume = resume == null || end.compareTo(resume) > 0 ? end : resume;
            }
        }
        for (var stretch : stretches) {
            boolean over =
                    stretch.positions().isEmpty()
                            || (resume != null
                                    && stretch.positions().getLast().compareTo(resume) >= 0);
            if (stretch.complete() && over) {
                resume = null;
            }
        }
        var common = new ArrayList<P>(stretches.getFirst().positions());
        for (var stretch : stretches.subList(1, stretches.size())) {
            Set<P> held = new HashSet<>(stretch.positions());
            common.removeIf(position -> !held.contains(position));
        }
        common.sort(Collections.reverseOrder());
        return new Candidates<>(common, resume);
    }
}
