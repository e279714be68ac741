package plaza.fantasy.settlement;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.sheet.Rules;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Computes what a settlement would write now, in pages of gamers, and writes nothing.
///
/// The gamers are in the order of the list of all gamers: by its shards, then by id. A gamerId is
/// therefore a complete position in it.
final class SettlementPreview {
    /// Gamers on a page.
    static final int PAGE_MAX = Settlements.SLICE_MAX;

    private final Table table;
    private final GamerSettlement gamers;

    SettlementPreview(Table table, Rules rules) {
        this.table = table;
        this.gamers = new GamerSettlement(table, rules);
    }

    /// A page of a preview.
    ///
    /// @param gamers the gamers with the points that a settlement would give them
    /// @param errors the number of gamers that cannot be settled because their items are invalid
    /// @param next the gamer after whom the next page begins, or null if this is the last page
    record Result(List<Gamer> gamers, int errors, @Nullable GamerId next) {}

    /// Reads the page after a gamer.
    ///
    /// @param settling the gameweek with a settlement that has not been written
    /// @param after null for the first page
    Result after(@Nullable GamerId after, GameweekState settling) {
        var ids = idsAfter(after);
        var page = ids.subList(0, Math.min(PAGE_MAX, ids.size()));
        var settled = gamers.preview(settling, page);
        return new Result(
                settled,
                page.size() - settled.size(),
                page.size() < ids.size() ? page.getLast() : null);
    }

    /// Returns the gamers of the page, and at least one more unless it is the last page. The shards
    /// are read at the same time: most of them are needed only if the game is small, when they cost
    /// least.
    private List<GamerId> idsAfter(@Nullable GamerId after) {
        var first = after == null ? 0 : GamerItems.shardOf(after);
        var shards = IntStream.range(first, GamerItems.ALL_GAMERS_SHARDS).boxed().toList();
        return table
                .concurrently(
                        GamerItems.ALL_GAMERS_SHARDS,
                        shards,
                        shard ->
                                table.read(
                                        Query.in(FantasyKeys.ALL_GAMERS.of(shard)),
                                        PAGE_MAX + 1,
                                        after != null && shard == first
                                                ? Page.Position.of(
                                                        FantasyKeys.ALL_GAMERS_ENTRY.key(
                                                                shard, after))
                                                : null))
                .stream()
                .flatMap(shard -> shard.items().stream())
                .map(item -> FantasyKeys.ALL_GAMERS_ENTRY.parse(item.key(), (_, gamer) -> gamer))
                .toList();
    }
}
