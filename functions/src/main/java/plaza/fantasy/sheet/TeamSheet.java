package plaza.fantasy.sheet;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.FootballerId;
import plaza.rule.Pure;

/// A squad arranged for one gameweek. It may break any rule; [SheetCheck] finds the broken ones.
///
/// @param goalKeeper the goalkeeper who starts
/// @param players the other ten starters
/// @param subs the four who do not start, in the order in which they come on
/// @param chip the chip that the gamer plays, or null
/// @param transferCost the points that the transfers cost. In a sheet that a client puts, this is
///   the cost that the client expects, or null if the client expects none in particular
@Pure
public record TeamSheet(
        FootballerId goalKeeper,
        List<FootballerId> players,
        List<FootballerId> subs,
        FootballerId captain,
        FootballerId viceCaptain,
        @Nullable Chip chip,
        @Nullable Integer transferCost) {

    /// Starters other than the goalkeeper.
    public static final int PLAYERS_COUNT = 10;

    /// Footballers on the bench: the rest of the squad of fifteen.
    public static final int SUBS_COUNT = 4;

    public TeamSheet {
        players = List.copyOf(players);
        subs = List.copyOf(subs);
    }

    /// Returns the eleven starters, the goalkeeper first.
    public List<FootballerId> starters() {
        var starters = new ArrayList<FootballerId>();
        starters.add(goalKeeper);
        starters.addAll(players);
        return List.copyOf(starters);
    }

    /// Returns all footballers in the order goalkeeper, players, subs. A footballer who is named
    /// twice occurs twice.
    public List<FootballerId> squad() {
        var squad = new ArrayList<FootballerId>();
        squad.add(goalKeeper);
        squad.addAll(players);
        squad.addAll(subs);
        return List.copyOf(squad);
    }

    /// Returns the field of each footballer of [#squad], in the same order: `goalKeeper`,
    /// `players[0]`, …
    List<String> slots() {
        var slots = new ArrayList<String>();
        slots.add("goalKeeper");
        for (int i = 0; i < players.size(); i++) {
            slots.add("players[" + i + "]");
        }
        for (int i = 0; i < subs.size(); i++) {
            slots.add("subs[" + i + "]");
        }
        return slots;
    }

    public TeamSheet withTransferCost(int points) {
        return new TeamSheet(goalKeeper, players, subs, captain, viceCaptain, chip, points);
    }

    /// Returns this sheet as it is played in a later gameweek without a sheet of its own: a chip
    /// applies to one gameweek, and no transfers were made.
    public TeamSheet playedAgain() {
        return new TeamSheet(goalKeeper, players, subs, captain, viceCaptain, null, 0);
    }
}
