package plaza.leaving;

import org.jspecify.annotations.Nullable;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Page;

/// The job that performs the [Departure] of a person who has left, follows the paths from them, and
/// removes what the paths lead to.
///
/// It follows all paths again and again, until none leads to an item that can be removed: a request
/// or a job of the same moment may have written one behind it.
public final class Eraser {
    private static final String NOTHING_FOUND = "nothing";
    private static final String FOUND = "found";

    /// The most items of a slice.
    public record Limit(int items) {
        /// The removal of a post or of a follow is a transaction of up to ten writes, so that a
        /// slice takes about a second.
        public static final Limit STANDARD = new Limit(25);
    }

    private final Erasures erasures;
    private final Departure departure;
    private final Limit limit;

    public Eraser(Erasures erasures, Departure departure, Limit limit) {
        this.erasures = erasures;
        this.departure = departure;
        this.limit = limit;
    }

    /// Runs one slice, which ends after the first part of a path that reaches the limit.
    ///
    /// @param cursor where the slice begins: whether this round has removed an item, the name of a
    ///   path and the position in it; empty for the first slice
    public Progress slice(Erasing erasing, Texts cursor) {
        var paths = erasures.paths();
        var names = paths.stream().map(ErasurePath::name).toList();
        var isFirst = cursor.isEmpty();
        var hasFound = !isFirst && cursor.text().equals(FOUND);
        var index = isFirst ? 0 : names.indexOf(cursor.text());
        var from = isFirst ? null : cursor.position();
        var left = limit.items();
        if (isFirst) {
            departure.perform(erasing.person());
        }
        while (index < paths.size()) {
            if (left <= 0) {
                return more(hasFound, names.get(index), null);
            }
            var page = paths.get(index).reader().read(erasing, left, from);
            var removed =
                    page.items().stream().mapToLong(item -> erasures.remove(item, erasing)).sum();
            if (removed > 0) {
                Erasure.count(erasing.table(), erasing.person(), removed);
                hasFound = true;
            }
            left -= page.items().size();
            if (page.next() != null) {
                return more(hasFound, names.get(index), page.next());
            }
            from = null;
            index++;
        }
        if (hasFound) {
            return more(false, names.getFirst(), null);
        }
        var _ = erasing.table().write(Erasure.removed(erasing.person(), erasing.now()));
        return new Progress.Finished();
    }

    private static Progress more(boolean hasFound, String path, Page.@Nullable Position next) {
        return Progress.more(hasFound ? FOUND : NOTHING_FOUND, path, next);
    }
}
