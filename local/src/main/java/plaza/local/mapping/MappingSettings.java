package plaza.local.mapping;

import java.time.Duration;
import java.util.List;

/// The parameters of an event source mapping, named as in Lambda's API without the word Maximum.
///
/// @param functionName the name of the function
/// @param filters event-ruler patterns; every record passes if there are none
/// @param batchSize the most records of one invocation, 1 to 10,000
/// @param batchingWindow the time to collect a batch, 0 to 300 s; with zero, the function is
///   invoked as soon as a record exists
/// @param reportsBatchItemFailures whether the function's response can name failed records
/// @param bisectsBatchOnFunctionError whether a failed batch is split in two
/// @param retryAttempts the most retries of failed records; -1 for no limit until they expire
/// @param recordAgeSeconds the greatest age of records, 60 to 604,800; -1 for no limit until they
///   expire
public record MappingSettings(
        String functionName,
        List<String> filters,
        int batchSize,
        Duration batchingWindow,
        boolean reportsBatchItemFailures,
        boolean bisectsBatchOnFunctionError,
        int retryAttempts,
        int recordAgeSeconds) {
    /// No limit until the records expire; Lambda's default for both limits.
    public static final int UNLIMITED = -1;

    private static final int BATCH_SIZE_MAX = 10_000;
    private static final Duration BATCHING_WINDOW_MAX = Duration.ofMinutes(5);
    private static final int RETRY_ATTEMPTS_MAX = 10_000;
    private static final int RECORD_AGE_SECONDS_MIN = 60;
    private static final int RECORD_AGE_SECONDS_MAX = 604_800;

    public MappingSettings {
        filters = List.copyOf(filters);
        require(batchSize >= 1 && batchSize <= BATCH_SIZE_MAX, "batch size");
        require(
                !batchingWindow.isNegative() && batchingWindow.compareTo(BATCHING_WINDOW_MAX) <= 0,
                "batching window");
        require(
                retryAttempts >= UNLIMITED && retryAttempts <= RETRY_ATTEMPTS_MAX,
                "retry attempts");
        require(
                recordAgeSeconds == UNLIMITED
                        || (recordAgeSeconds >= RECORD_AGE_SECONDS_MIN
                                && recordAgeSeconds <= RECORD_AGE_SECONDS_MAX),
                "record age");
    }

    /// Starts with Lambda's defaults: 100 records, no batching window, no batch item failures, no
    /// bisection, no limits.
    public static Builder of(String functionName) {
        return new Builder(functionName);
    }

    /// Collects settings; a later one replaces an earlier one.
    public static final class Builder {
        private final String functionName;
        private List<String> filters = List.of();
        private int batchSize = 100;
        private Duration batchingWindow = Duration.ZERO;
        private boolean reporting;
        private boolean bisecting;
        private int retryAttempts = UNLIMITED;
        private int recordAgeSeconds = UNLIMITED;

        private Builder(String functionName) {
            this.functionName = functionName;
        }

        public Builder filtering(List<String> patterns) {
            filters = patterns;
            return this;
        }

        public Builder batching(int size, Duration window) {
            batchSize = size;
            batchingWindow = window;
            return this;
        }

        public Builder reporting() {
            reporting = true;
            return this;
        }

        public Builder bisecting() {
            bisecting = true;
            return this;
        }

        public Builder limited(int retries, int ageSeconds) {
            retryAttempts = retries;
            recordAgeSeconds = ageSeconds;
            return this;
        }

        /// Builds the settings.
        ///
        /// @throws IllegalArgumentException if a setting is out of Lambda's range
        public MappingSettings build() {
            return new MappingSettings(
                    functionName,
                    filters,
                    batchSize,
                    batchingWindow,
                    reporting,
                    bisecting,
                    retryAttempts,
                    recordAgeSeconds);
        }
    }

    private static void require(boolean valid, String what) {
        if (!valid) {
            throw new IllegalArgumentException("out of Lambda's range: " + what);
        }
    }
}
