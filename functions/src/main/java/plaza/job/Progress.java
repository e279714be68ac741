package plaza.job;

import java.util.List;

/// How a slice of a job ended.
public sealed interface Progress {
    /// There is more to do.
    ///
    /// @param place where the next slice begins
    record More(List<String> place) implements Progress {}

    /// Everything is done.
    record Finished() implements Progress {}
}
