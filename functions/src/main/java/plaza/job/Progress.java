package plaza.job;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.table.Page;

/// How a slice of a job ended.
public sealed interface Progress {
    /// More slices are needed.
    ///
    /// @param cursor where the next slice begins
    record More(List<String> cursor) implements Progress {}

    /// The job is complete.
    record Finished() implements Progress {}

    /// More slices are needed, from a cursor with these values.
    static Progress more(@Nullable Object... values) {
        return new More(Texts.of(values));
    }

    /// The progress of a job whose cursor is a position, or the end if it is null.
    static Progress to(Page.@Nullable Position next) {
        return next == null ? new Finished() : new More(next.keyAttributes());
    }
}
