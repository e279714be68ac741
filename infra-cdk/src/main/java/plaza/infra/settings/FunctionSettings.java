package plaza.infra.settings;

import plaza.catalogue.Limits;
import plaza.fantasy.sheet.SeasonRules;
import plaza.lambda.Quotas;

/// The settings of the functions. They receive all but the last in their environment.
///
/// @param quotas contexts `favoritesMax` and `importsPerDayMax`: how much one user may have and do,
///   see [Quotas]
/// @param rules context `rules`: the rules of the fantasy football season, see [SeasonRules]
/// @param limits contexts `viewsPerHourMax` and so on: how often a caller can write, see [Limits];
///   0 means no limit
/// @param streamConcurrency context `streamConcurrency`: the concurrent executions that are
///   reserved for each stream function, which can have no more; 0, the default of `dev`, reserves
///   none
public record FunctionSettings(
        Quotas quotas, SeasonRules rules, Limits limits, int streamConcurrency) {
    /// Four batches at a time of each of 40 shards, which is what a million users need
    /// (docs/operations.md).
    private static final int STREAM_CONCURRENCY_PROD = 160;

    static FunctionSettings from(Context context, Stage stage) {
        return new FunctionSettings(
                new Quotas(
                        context.number("favoritesMax", Quotas.STANDARD.favoritesMax()),
                        context.number("importsPerDayMax", Quotas.STANDARD.importsPerDayMax())),
                rules(context),
                Limits.of(limit -> context.numberOrZero(limit.setting(), limit.perHourDefault())),
                context.numberOrZero(
                        "streamConcurrency", stage == Stage.PROD ? STREAM_CONCURRENCY_PROD : 0));
    }

    private static SeasonRules rules(Context context) {
        try {
            return SeasonRules.load(context.text("rules", SeasonRules.DEFAULT_PRESET));
        } catch (IllegalArgumentException invalid) {
            context.reject("rules", String.valueOf(invalid.getMessage()));
            return SeasonRules.load(SeasonRules.DEFAULT_PRESET);
        }
    }
}
