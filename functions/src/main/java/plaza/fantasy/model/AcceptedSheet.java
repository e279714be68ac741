package plaza.fantasy.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.id.FootballerId;
import plaza.id.Gameweek;

/// A sheet as it was accepted, with all that later gameweeks, the settlement and a repeated put
/// need of it.
///
/// @param sheet with its transfer cost
/// @param positions of the fifteen, in the order of [TeamSheet#squad]: what they were when the
///   sheet was found legal, whatever is corrected later
/// @param after the state after the gameweek; with it the price at which each footballer of the
///   squad was bought
/// @param sellingPricesTenths the money received for each footballer who left the squad with this
///   sheet
/// @param revision one more each time it is put
/// @param followedBy the gameweek of the gamer's next sheet, which began with `after`; or null
/// @param points its score, or null before it is settled
public record AcceptedSheet(
        Gameweek gameweek,
        TeamSheet sheet,
        List<Position> positions,
        SquadState after,
        Map<FootballerId, Integer> sellingPricesTenths,
        long revision,
        @Nullable Gameweek followedBy,
        @Nullable Integer points) {
    public AcceptedSheet {
        positions = List.copyOf(positions);
        sellingPricesTenths = Map.copyOf(sellingPricesTenths);
        if (positions.size() != sheet.squad().size()) {
            throw new IllegalArgumentException("each of the squad has a position");
        }
    }

    public Map<FootballerId, Position> positionsById() {
        var byId = new HashMap<FootballerId, Position>();
        var squad = sheet.squad();
        for (var place = 0; place < squad.size(); place++) {
            byId.put(squad.get(place), positions.get(place));
        }
        return byId;
    }

    /// The points that its transfers cost.
    public int transferCost() {
        var cost = sheet.transferCost();
        return cost == null ? 0 : cost;
    }

    /// Whether `other` names the same squad and chip, and so makes the same transfers.
    boolean hasTransfersOf(TeamSheet other) {
        return sheet.chip() == other.chip()
                && Set.copyOf(sheet.squad()).equals(Set.copyOf(other.squad()));
    }

    /// Whether putting `again` would change nothing that was asked for.
    public boolean isSameAs(TeamSheet again) {
        return sheet.equals(
                again.transferCost() == null ? again.withTransferCost(transferCost()) : again);
    }
}
