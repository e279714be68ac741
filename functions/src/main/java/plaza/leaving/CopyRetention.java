package plaza.leaving;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// How long copies of deleted items exist outside of the table: in its backups, in logs and in the
/// failure bucket. The stack derives it from what it sets up.
///
/// @param time `PLAZA_COPIES_DAYS`, in days; zero if there are no copies
public record CopyRetention(Duration time) {
    /// The environment variable of [#time].
    public static final String VARIABLE = "PLAZA_COPIES_DAYS";

    /// No copies, as on a laptop.
    public static final CopyRetention NONE = new CopyRetention(Duration.ZERO);

    /// Reads the retention from an environment; [#NONE] if the variable is not set.
    ///
    /// @throws IllegalStateException if it is not a number of days
    public static CopyRetention from(Map<String, String> environment) {
        var text = environment.getOrDefault(VARIABLE, "");
        if (!text.matches("[0-9]{0,4}")) {
            throw new IllegalStateException(
                    "the environment variable " + VARIABLE + " must be a number of days");
        }
        return text.isEmpty() ? NONE : new CopyRetention(Duration.ofDays(Integer.parseInt(text)));
    }

    /// When no copy of the items of a person exists any more, as far as it is known how far their
    /// erasure is.
    public Instant end(Erasure erasure) {
        return erasure.goneAt().plus(time);
    }
}
