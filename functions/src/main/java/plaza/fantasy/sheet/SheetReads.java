package plaza.fantasy.sheet;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gamer.GamerProblems;
import plaza.fantasy.gameweek.GameweekCopies;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekProblems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Attempt;
import plaza.table.Page;
import plaza.table.Table;

/// Reads what the decision about a team sheet depends on.
record SheetReads(Table table, GameweekCopies.Limits copies) {
    /// Reads the context of a sheet for a gameweek, unless the deadline moves or the gamer is
    /// erased.
    ///
    /// @throws plaza.http.ProblemException if the gamer has no sheets, or the gameweek accepts none
    Attempt<SheetContext> context(GamerId id, Gameweek gameweek, Instant now) {
        var gamerKey = FantasyKeys.GAMER.key(id);
        var copyKey = copies.keyFor(gameweek, id);
        var sheetKey = FantasyKeys.TEAM_SHEET.key(id, gameweek);
        var items = table.getByKey(List.of(gamerKey, copyKey, sheetKey));
        var gamerItem = items.get(gamerKey);
        var copy = items.get(copyKey);
        var ownItem = items.get(sheetKey);
        if (gamerItem == null) {
            throw GamerProblems.callerHasNoGamer();
        }
        var gameweekItem =
                GameweekProblems.requireGameweek(
                        copy == null
                                ? table.getConsistent(FantasyKeys.GAMEWEEK.key(gameweek))
                                : copy);
        var state = GameweekItems.gameweek(gameweekItem);
        if (!state.isOpen(now)) {
            throw SheetProblems.closed();
        }
        if (copy == null && GameweekCopies.isMoving(gameweekItem, now)) {
            return Attempt.tryAgain();
        }
        var gamer = GamerItems.gamer(gamerItem);
        var first = gamer.firstSheet();
        var hasPrevious = first != null && first.compareTo(gameweek) < 0;
        var previous = hasPrevious ? previousOrNull(id, gameweek) : null;
        if (hasPrevious && previous == null) {
            // the gamer was erased since they were read
            return Attempt.tryAgain();
        }
        return Attempt.done(
                new SheetContext(
                        gamer,
                        gameweek,
                        gameweekItem.key(),
                        state.change(),
                        ownItem == null ? null : SheetItems.sheet(ownItem),
                        previous));
    }

    private @Nullable AcceptedSheet previousOrNull(GamerId id, Gameweek gameweek) {
        var sheets =
                table.read(
                        FantasyKeys.TEAM_SHEET.query(id).descending().consistent(),
                        1,
                        Page.Position.of(FantasyKeys.TEAM_SHEET.key(id, gameweek)));
        return sheets.items().isEmpty() ? null : SheetItems.sheet(sheets.items().getFirst());
    }

    /// Computes the state before the gameweek.
    SquadState before(SheetContext context, Rules rules) {
        var previous = context.previous();
        if (previous == null) {
            return SquadState.initial(rules);
        }
        var between =
                IntStream.range(previous.gameweek().number() + 1, context.gameweek().number())
                        .mapToObj(number -> FantasyKeys.GAMEWEEK.key(Gameweek.of(number)))
                        .toList();
        var missed =
                table.getAll(between).stream()
                        .map(GameweekItems::gameweek)
                        .sorted(Comparator.comparing(GameweekState::gameweek))
                        .map(GameweekState::change)
                        .toList();
        return previous.after().afterMissed(missed, rules);
    }

    /// Reads the current facts about the footballers in the squad and on the sheet. Unknown
    /// footballers are missing from the result.
    ///
    /// The reads are eventually consistent, because most sheets name the same footballers: one item
    /// accepts 6,000 such reads per second, and half as many consistent ones.
    Map<FootballerId, Footballer> footballers(SquadState before, TeamSheet sheet) {
        var ids = new LinkedHashSet<>(sheet.squad());
        ids.addAll(before.nextSquad().purchasePricesTenths().keySet());
        var keys = ids.stream().map(FantasyKeys.FOOTBALLER::key).toList();
        var found = table.getByKeyEventually(keys);
        found.putAll(table.getByKey(keys.stream().filter(key -> !found.containsKey(key)).toList()));
        return found.values().stream()
                .map(item -> FootballerItems.footballer(item).footballer())
                .collect(Collectors.toMap(Footballer::id, Function.identity()));
    }
}
