package plaza.favorites.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The positions that several posting lists have in common, as far as one Query has read each list.
///
/// A position is a favorite's place in the sort order, by clip time and then id; a greater position
/// is a newer favorite.
///
/// @param positions the positions that every list contains, newest first
/// @param resume the position below which (exclusively) the next read starts, or null when all
///   lists were read to the end. Every read of lists that are not empty moves it down, even if the
///   lists have nothing in common, so that paging ends.
public record Candidates<P extends Comparable<P>>(List<P> positions, @Nullable P resume) {
    public Candidates {
        positions = List.copyOf(positions);
    }

    /// The part of one list that was read.
    ///
    /// @param positions newest first, without duplicates
    /// @param complete whether the list has nothing older; a stretch that is empty is complete
    public record Stretch<P extends Comparable<P>>(List<P> positions, boolean complete) {
        public Stretch {
            positions = List.copyOf(positions);
            if (positions.isEmpty() && !complete) {
                throw new IllegalArgumentException("an empty stretch that is not complete");
            }
        }
    }

    /// The common positions of one or more stretches that start at the same position.
    ///
    /// A position is decided only if every list was read past it. Reading resumes at the newest of
    /// the ends of the incomplete stretches, since that list is unknown below its end. If a
    /// complete list ends at or above that position, no older position can be common, and reading
    /// ends.
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
