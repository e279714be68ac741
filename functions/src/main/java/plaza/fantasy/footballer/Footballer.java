package plaza.fantasy.footballer;

import plaza.fantasy.id.FootballerId;
import plaza.rule.Pure;

/// The current facts about a footballer.
///
/// @param priceTenths the current price in tenths of a million, from 0 to [#PRICE_TENTHS_MAX]
@Pure
public record Footballer(
        FootballerId id, String name, Position position, Club club, int priceTenths) {
    /// Ten times the budget of a whole squad: no gamer can afford it, and no sum of fifteen prices
    /// overflows.
    public static final int PRICE_TENTHS_MAX = 10_000;

    public Footballer {
        if (priceTenths < 0 || priceTenths > PRICE_TENTHS_MAX) {
            throw new IllegalArgumentException("a price is outside its bounds");
        }
    }
}
