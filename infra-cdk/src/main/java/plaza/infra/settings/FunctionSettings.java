package plaza.infra.settings;

import plaza.catalogue.Limits;
import plaza.fantasy.sheet.SeasonRules;
import plaza.lambda.Quotas;

/// The settings that the functions receive in their environment.
///
/// @param quotas contexts `favoritesMax` and `importsPerDayMax`: how much one user may have and do,
///   see [Quotas]
/// @param rules context `rules`: the rules of the fantasy football season, see [SeasonRules]
/// @param limits contexts `viewsPerHourMax` and so on: how often a caller can write, see [Limits];
///   0 means no limit
public record FunctionSettings(Quotas quotas, SeasonRules rules, Limits limits) {
    static FunctionSettings from(Context context) {
        return new FunctionSettings(
                new Quotas(
                        context.number("favoritesMax", Quotas.STANDARD.favoritesMax()),
                        context.number("importsPerDayMax", Quotas.STANDARD.importsPerDayMax())),
                rules(context),
                Limits.of(limit -> context.numberOrZero(limit.setting(), limit.perHourDefault())));
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
