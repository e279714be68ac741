package plaza.fantasy.sheet;

import java.util.Map;
import plaza.fantasy.id.FootballerId;
import plaza.rule.Pure;

/// The footballers that a gamer owns and the unspent money.
///
/// @param purchasePricesTenths the price paid for each footballer; empty before the first sheet
/// @param bankTenths the unspent money, never negative
@Pure
public record Squad(Map<FootballerId, Integer> purchasePricesTenths, int bankTenths) {
    public Squad {
        purchasePricesTenths = Map.copyOf(purchasePricesTenths);
        if (bankTenths < 0) {
            throw new IllegalArgumentException("a bank is below zero");
        }
    }
}
