package plaza.fantasy.model;

import java.util.Map;
import plaza.id.FootballerId;

/// The footballers a gamer owns and the money he has left.
///
/// @param purchasePricesTenths what was paid for each footballer; empty before the first sheet
/// @param bankTenths never below zero
public record Squad(Map<FootballerId, Integer> purchasePricesTenths, int bankTenths) {
    public Squad {
        purchasePricesTenths = Map.copyOf(purchasePricesTenths);
        if (bankTenths < 0) {
            throw new IllegalArgumentException("a bank is not below zero");
        }
    }
}
