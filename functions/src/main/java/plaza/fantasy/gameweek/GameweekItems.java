package plaza.fantasy.gameweek;

import static plaza.table.Condition.attribute;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Converts gameweeks to items and back.
public final class GameweekItems {
    private static final String UNLIMITED = "unlimited";
    private static final String TOP_UP_TO = "topUpTo ";

    public static final String DEADLINE = "deadline";
    public static final String TRANSFERS = "transfers";
    public static final String RUN = "run";
    private static final String STARTED_AT = "startedAt";
    private static final String UNSETTLE_STARTED_AT = "unsettleStartedAt";
    public static final String ENDED_RUN = "endedRun";
    public static final String SETTLED_AT = "settledAt";

    /// The number of moves that have begun; see [GameweekCopies].
    public static final String MOVES = "moves";

    /// When the last move began.
    static final String MOVED_AT = "movedAt";

    private GameweekItems() {}

    public static Item gameweek(GameweekState state) {
        var key = FantasyKeys.GAMEWEEK.key(state.gameweek());
        return Item.at(key)
                .in(FantasyKeys.GAMEWEEKS_BY_NUMBER.of(), key.sk())
                .with(DEADLINE, state.deadline())
                .with(TRANSFERS, text(state.change()))
                .with(RUN, state.run())
                .with(STARTED_AT, state.startedAt())
                .with(UNSETTLE_STARTED_AT, state.unsettleStartedAt())
                .with(ENDED_RUN, state.endedRun())
                .with(SETTLED_AT, state.settledAt())
                .build();
    }

    public static GameweekState gameweek(Item item) {
        var key = item.key();
        return new GameweekState(
                FantasyKeys.GAMEWEEK_COPY.is(key)
                        ? FantasyKeys.GAMEWEEK_COPY.parse(key, (gameweek, _) -> gameweek)
                        : FantasyKeys.GAMEWEEK.parse(key),
                item.time(DEADLINE),
                change(item),
                item.number(RUN),
                item.timeOrNull(STARTED_AT),
                item.timeOrNull(UNSETTLE_STARTED_AT),
                item.number(ENDED_RUN),
                item.timeOrNull(SETTLED_AT));
    }

    /// Returns a copy of a gameweek without a settlement.
    public static Item copy(Key key, GameweekState state) {
        return Item.at(key)
                .with(DEADLINE, state.deadline())
                .with(TRANSFERS, text(state.change()))
                .with(RUN, 0)
                .with(ENDED_RUN, 0)
                .build();
    }

    /// Sets the last run of a gameweek.
    public static Write.Update run(GameweekState state) {
        var update =
                Write.Update.of(FantasyKeys.GAMEWEEK.key(state.gameweek())).set(RUN, state.run());
        var startedAt = state.startedAt();
        var unsettleStartedAt = state.unsettleStartedAt();
        update =
                startedAt == null
                        ? update.remove(STARTED_AT).remove(SETTLED_AT)
                        : update.set(STARTED_AT, startedAt.toEpochMilli());
        return unsettleStartedAt == null
                ? update.remove(UNSETTLE_STARTED_AT)
                : update.set(UNSETTLE_STARTED_AT, unsettleStartedAt.toEpochMilli());
    }

    /// Holds if no other run has begun since the one before this state.
    public static Condition isNextRun(GameweekState state) {
        return attribute(RUN).is(state.run() - 1);
    }

    /// Holds if the deadline of a gameweek has passed at this time.
    public static Condition isPastDeadline(Instant now) {
        return attribute(DEADLINE).isBelow(now.toEpochMilli() + 1);
    }

    /// Holds if a gameweek is neither settled nor being settled.
    public static Condition hasNoSettlement() {
        return attribute(STARTED_AT).isAbsent();
    }

    /// Holds if a gameweek, or its copy, accepts team sheets at this time.
    public static Condition isOpen(Instant now) {
        return attribute(DEADLINE).isAtLeast(now.toEpochMilli() + 1).and(hasNoSettlement());
    }

    /// Sets the deadline and the transfer change of a gameweek.
    static Write.Update facts(GameweekState state) {
        var key = FantasyKeys.GAMEWEEK.key(state.gameweek());
        return Write.Update.of(key)
                .in(FantasyKeys.GAMEWEEKS_BY_NUMBER.of(), key.sk())
                .set(DEADLINE, state.deadline().toEpochMilli())
                .setOrRemove(TRANSFERS, text(state.change()));
    }

    /// Holds if the transfer change of a gameweek is this one.
    public static Condition hasChange(TransferRule change) {
        var text = text(change);
        return text == null ? attribute(TRANSFERS).isAbsent() : attribute(TRANSFERS).is(text);
    }

    /// Returns `unlimited`, `topUpTo 5`, or null without a change.
    public static @Nullable String text(TransferRule change) {
        return switch (change) {
            case TransferRule.None _ -> null;
            case TransferRule.Unlimited _ -> UNLIMITED;
            case TransferRule.TopUp(var freeTransfers) -> TOP_UP_TO + freeTransfers;
        };
    }

    public static TransferRule change(Item item) {
        var text = item.textOrNull(TRANSFERS);
        if (text == null) {
            return new TransferRule.None();
        }
        return text.equals(UNLIMITED)
                ? new TransferRule.Unlimited()
                : new TransferRule.TopUp(Integer.parseInt(text.substring(TOP_UP_TO.length())));
    }
}
