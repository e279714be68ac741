package plaza.fantasy.gameweek;

import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.Write;

/// The copies of a gameweek. Each team sheet checks one of them instead of the gameweek.
///
/// Every sheet is written under a condition on the deadline, and DynamoDB cancels a transaction
/// that checks an item while another one does. With a single item, only a few dozen sheets per
/// second could succeed. So an open gameweek has hundreds of copies, each in a partition of its
/// own, and a gamer's id selects the one to check.
///
/// **The gameweek decides.** Copies only repeat it, and a sheet that finds no copy checks the
/// gameweek itself. Every move of the deadline, and every settlement of an open gameweek, has three
/// steps:
///
/// 1. [#remove] counts the move in the gameweek, and deletes all copies.
/// 2. One write changes the gameweek, on the condition that no other move has begun since.
/// 3. [#create] creates the copies, on the condition that no other move has begun since.
///
/// When the gameweek changes, all copies of its old state are deleted, and none can be created. The
/// change therefore applies to all sheets at the same moment, even if a step fails or two
/// administrators move the deadline at the same time. If a move ends early, the gameweek lacks
/// copies until the next move.
///
/// While a deadline moves, sheets wait: thousands of them on the gameweek would cancel the move.
/// This wait ends after [#MOVE_TIME], and protects only the speed of the move.
public final class GameweekCopies {
    /// Copies in one transaction, in addition to the check of the gameweek.
    private static final int BATCH = Table.TRANSACTION_MAX - 1;

    /// The number of copies, which is a parameter so that tests need not write hundreds.
    ///
    /// @param copies the copies of an open gameweek
    public record Limits(int copies) {
        /// As many as three transactions create. `HotKeysTest` shows what fewer cost.
        public static final Limits STANDARD = new Limits(3 * BATCH);

        /// Returns the key of the copy that a gamer's sheets check.
        public Key keyFor(Gameweek gameweek, GamerId gamer) {
            return FantasyKeys.GAMEWEEK_COPY.key(
                    gameweek, Math.floorMod(gamer.value().hashCode(), copies));
        }
    }

    /// The time that a move takes at most, unless it fails.
    private static final Duration MOVE_TIME = Duration.ofSeconds(2);

    private final Table table;
    private final Clock clock;
    private final Limits limits;

    public GameweekCopies(Table table, Clock clock, Limits limits) {
        this.table = table;
        this.clock = clock;
        this.limits = limits;
    }

    /// Begins a move and deletes all copies.
    ///
    /// @param condition that the gameweek must fulfil
    /// @return the gameweek, or null if it does not exist or does not fulfil the condition
    public @Nullable Item remove(Gameweek gameweek, Condition condition) {
        // A retry after a lost response counts as another move, which does no harm.
        var begun =
                table.updateAtLeastOnce(
                        Write.Update.of(FantasyKeys.GAMEWEEK.key(gameweek))
                                .add(GameweekItems.MOVES, 1)
                                .set(GameweekItems.MOVED_AT, clock.millis())
                                .onlyIf(condition));
        if (begun != null) {
            table.writeAll(keys(gameweek).stream().<Write>map(Write.Delete::of).toList());
        }
        return begun;
    }

    /// Holds if no other move has begun since the gameweek was read.
    public static Condition noMoveSince(Item gameweek) {
        return attribute(GameweekItems.MOVES).isStill(gameweek.numberOrNull(GameweekItems.MOVES));
    }

    /// Creates the copies of a gameweek that is open, unless another move has begun since. A
    /// settlement begins with a move.
    ///
    /// @param item the gameweek after its move
    void create(Item item) {
        var state = GameweekItems.gameweek(item);
        if (!state.isOpen(clock.instant())) {
            return;
        }
        var unmoved = new Write.Check(item.key(), noMoveSince(item));
        var keys = keys(state.gameweek());
        for (var start = 0; start < keys.size(); start += BATCH) {
            var writes = new ArrayList<Write>(List.of(unmoved));
            for (var key : keys.subList(start, Math.min(start + BATCH, keys.size()))) {
                writes.add(Write.Put.of(GameweekItems.copy(key, state)));
            }
            var _ = table.transact(writes);
        }
    }

    /// Whether a sheet that finds no copy should read again instead of checking the gameweek.
    public static boolean isMoving(Item gameweek, Instant now) {
        var movedAt = gameweek.timeOrNull(GameweekItems.MOVED_AT);
        return movedAt != null && now.isBefore(movedAt.plus(MOVE_TIME));
    }

    /// Whether a copy repeats its gameweek. A gameweek with a settlement has no copies.
    public static boolean isRight(Item copy, @Nullable Item gameweek) {
        return gameweek != null
                && !GameweekItems.gameweek(gameweek).hasSettlement()
                && GameweekItems.copy(copy.key(), GameweekItems.gameweek(gameweek))
                        .differingFrom(copy)
                        .isEmpty();
    }

    private List<Key> keys(Gameweek gameweek) {
        return IntStream.range(0, limits.copies())
                .mapToObj(copy -> FantasyKeys.GAMEWEEK_COPY.key(gameweek, copy))
                .toList();
    }
}
