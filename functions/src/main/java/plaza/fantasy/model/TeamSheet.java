package plaza.fantasy.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import plaza.id.FootballerId;
import plaza.id.Gameweek;

/// A squad laid out for one gameweek. It may break any rule: [SheetCheck] says which.
///
/// @param goalKeeper the goalkeeper who starts
/// @param players the ten others who start
/// @param subs the four who do not, in the order in which they come on
/// @param chip the chip played, or null
/// @param transferCost the points that the transfers cost. In a sheet that is put, what the client
///   expects, or null if the client does not say
public record TeamSheet(
        FootballerId goalKeeper,
        List<FootballerId> players,
        List<FootballerId> subs,
        FootballerId captain,
        FootballerId viceCaptain,
        @Nullable Chip chip,
        @Nullable Integer transferCost) {

    /// Starters besides the goalkeeper: football is played by eleven.
    public static final int PLAYERS_COUNT = 10;

    /// Footballers on the bench: the rest of the fifteen.
    public static final int SUBS_COUNT = 4;

    public TeamSheet {
        players = List.copyOf(players);
        subs = List.copyOf(subs);
    }

    /// The eleven who start, the goalkeeper first.
    public List<FootballerId> starters() {
        var starters = new ArrayList<FootballerId>(1 + players.size());
        starters.add(goalKeeper);
        starters.addAll(players);
        return List.copyOf(starters);
    }

    /// All fifteen in the order goalkeeper, players, subs, as often as they are named.
    public List<FootballerId> squad() {
        var squad = new ArrayList<FootballerId>(1 + players.size() + subs.size());
        squad.add(goalKeeper);
        squad.addAll(players);
        squad.addAll(subs);
        return List.copyOf(squad);
    }

    /// The name of each place of [#squad], in the same order: `goalKeeper`, `players[0]`, …
    List<String> slots() {
        var slots = new ArrayList<String>(1 + players.size() + subs.size());
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

    /// This sheet as it is played in a later gameweek that has none of its own: a chip is for one
    /// gameweek, and no transfer was made.
    public TeamSheet playedAgain() {
        return new TeamSheet(goalKeeper, players, subs, captain, viceCaptain, null, 0);
    }

    /// The sheet that a gamer plays in a gameweek, or null if he has none yet. Without a sheet for
    /// the gameweek the last one before it is played again; but not a free hit's, whose squad
    /// lasted one gameweek: then the one before that.
    ///
    /// @param sheets the gamer's sheets; those of the gameweek and before are enough
    public static @Nullable TeamSheet inForce(
            NavigableMap<Gameweek, TeamSheet> sheets, Gameweek gameweek) {
        TeamSheet own = sheets.get(gameweek);
        if (own != null) {
            return own;
        }
        for (Map.Entry<Gameweek, TeamSheet> earlier :
                sheets.headMap(gameweek, false).descendingMap().entrySet()) {
            if (earlier.getValue().chip() != Chip.FREE_HIT) {
                return earlier.getValue().playedAgain();
            }
        }
        return null;
    }
}
