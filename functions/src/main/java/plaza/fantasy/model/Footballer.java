package plaza.fantasy.model;

import plaza.id.FootballerId;

/// What the game knows about a footballer today.
///
/// @param priceTenths the price of the day in tenths of a million, from 0 to [#PRICE_TENTHS_MAX]
public record Footballer(
        FootballerId id, String name, Position position, Club club, int priceTenths) {
    /// Ten times the budget of a whole squad: nobody can buy at it, and no sum of fifteen
    /// overflows.
    public static final int PRICE_TENTHS_MAX = 10_000;

    public Footballer {
        if (priceTenths < 0 || priceTenths > PRICE_TENTHS_MAX) {
            throw new IllegalArgumentException("a price is within its bounds");
        }
    }
}
