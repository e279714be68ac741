package plaza.fantasy.model;

import plaza.id.FootballerId;

/// What the game knows about a footballer today.
///
/// @param priceTenths the price of the day in tenths of a million; never negative
public record Footballer(
        FootballerId id, String name, Position position, Club club, int priceTenths) {
    public Footballer {
        if (priceTenths < 0) {
            throw new IllegalArgumentException("a price is not negative");
        }
    }
}
