package plaza.job;

import java.util.List;

/// How a slice of a job ended.
public sealed interface Progress {
    /// More slices are needed.
    ///
    /// @param cursor where the next slice begins
    record More(List<String> cursor) implements Progress {}

    /// The job is complete.
    record Finished() implements Progress {}
}
