package plaza.fantasy.sheet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.rule.Pure;

/// An accepted sheet with the facts that later gameweeks, the settlement and a repeated put need.
///
/// @param sheet the sheet with its transfer cost
/// @param positions the positions of the fifteen, in the order of [TeamSheet#squad], when the sheet
///   was accepted; later corrections do not change them
/// @param after the state after the gameweek, which includes the purchase price of each footballer
/// @param sellingPricesTenths the money received for each footballer who left the squad with this
///   sheet
/// @param change the transfer change of the gameweek when the sheet was accepted
/// @param revision a counter that increases with each put
/// @param followedBy the gameweek of the gamer's next sheet, which starts from `after`; or null
/// @param score the score of the sheet, or null before the gameweek is settled
@Pure
public record AcceptedSheet(
        Gameweek gameweek,
        TeamSheet sheet,
        List<Position> positions,
        SquadState after,
        Map<FootballerId, Integer> sellingPricesTenths,
        TransferRule change,
        long revision,
        @Nullable Gameweek followedBy,
        @Nullable SheetScore score) {
    public AcceptedSheet {
        positions = List.copyOf(positions);
        sellingPricesTenths = Map.copyOf(sellingPricesTenths);
        if (positions.size() != sheet.squad().size()) {
            throw new IllegalArgumentException("a footballer of the squad has no position");
        }
    }

    public Map<FootballerId, Position> positionsById() {
        var byId = new HashMap<FootballerId, Position>();
        var squad = sheet.squad();
        for (var index = 0; index < squad.size(); index++) {
            byId.put(squad.get(index), positions.get(index));
        }
        return byId;
    }

    /// The points that the transfers cost.
    public int transferCost() {
        var cost = sheet.transferCost();
        return cost == null ? 0 : cost;
    }

    /// Whether `other` has the same squad and chip, and so the same transfers.
    boolean hasTransfersOf(TeamSheet other) {
        return sheet.chip() == other.chip()
                && Set.copyOf(sheet.squad()).equals(Set.copyOf(other.squad()));
    }

    /// Whether `other` requests the same sheet. A missing transfer cost matches any cost.
    public boolean isSameAs(TeamSheet other) {
        return sheet.equals(
                other.transferCost() == null ? other.withTransferCost(transferCost()) : other);
    }
}
