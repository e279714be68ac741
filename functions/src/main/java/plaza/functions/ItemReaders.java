package plaza.functions;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import plaza.context.Contexts;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.sheet.SheetItems;
import plaza.favorites.bookmarks.FolderItems;
import plaza.favorites.bookmarks.ImportRecord;
import plaza.favorites.change.BulkChange;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.job.Job;
import plaza.social.block.BlockItems;
import plaza.social.follow.FollowItems;
import plaza.social.follow.FollowRequestItems;
import plaza.social.gate.Gate;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.reply.ReplyItems;
import plaza.social.report.ReportItems;
import plaza.social.timeline.PostEdges;
import plaza.social.timeline.TimelineItems;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.KeySpace;
import plaza.tally.Ledger;

/// Reads an item of any kind and version as the functions do: an item that they cannot read is
/// rejected before an import writes it, and an item of every version that a table may hold must be
/// readable.
public final class ItemReaders {
    private static final Contexts CONTEXTS = Contexts.registered();

    private static final Map<ItemKind, Consumer<Item>> READERS = new HashMap<>();

    static {
        // social
        READERS.put(KeySpace.USER_INFO, UserItems::userInfo);
        READERS.put(KeySpace.USER_COUNT, UserItems::userCounts);
        READERS.put(KeySpace.FOLLOWER_COUNT_PART, item -> item.number(UserItems.FOLLOWER_COUNT));
        READERS.put(KeySpace.GATE, item -> Gate.of(KeySpace.USERS.parse(item.key()), item));
        READERS.put(KeySpace.BLOCK, BlockItems::requireReadable);
        READERS.put(KeySpace.MUTE, BlockItems::requireReadable);
        READERS.put(KeySpace.NAME_WORD, item -> item.text(UserItems.WORDS));
        READERS.put(KeySpace.FOLLOWER, FollowItems::edge);
        READERS.put(KeySpace.FOLLOWEE, FollowItems::edge);
        READERS.put(KeySpace.REQUEST, FollowRequestItems::request);
        READERS.put(KeySpace.REPORTED_TARGET, ReportItems::reported);
        READERS.put(KeySpace.REPORT, ReportItems::report);
        READERS.put(KeySpace.POST, PostItems::post);
        READERS.put(KeySpace.TIMELINE_ENTRY, TimelineItems::postOf);
        READERS.put(KeySpace.REPLY, ReplyItems::postOf);
        READERS.put(KeySpace.POST_COUNTER, ItemReaders::postCounter);
        for (var edge : PostEdges.ALL) {
            edge.edges().kinds().forEach(kind -> READERS.put(kind, edge::of));
            edge.ledger().kinds().forEach(kind -> READERS.put(kind, Ledger::sequence));
        }

        // favorites
        READERS.put(KeySpace.FAVORITE, FavoriteItems::storedFavorite);
        READERS.put(KeySpace.TAG, TagItems::storedTag);
        READERS.put(KeySpace.TAG_NAME, TagItems::tagOfName);
        READERS.put(KeySpace.TAG_COUNT, TagCountItems::count);
        READERS.put(KeySpace.TAGGED_FAVORITE, TaggingItems::isUnchanged);
        READERS.put(KeySpace.FOLDER, FolderItems::folder);
        READERS.put(
                KeySpace.IMPORT_RECORD,
                item ->
                        KeySpace.IMPORT_RECORD.parse(
                                item.key(), (_, id) -> ImportRecord.of(id, item)));
        READERS.put(
                KeySpace.CHANGE_RECORD,
                item ->
                        KeySpace.CHANGE_RECORD.parse(
                                item.key(), (_, id) -> BulkChange.of(id, item)));
        onlyKeys(
                KeySpace.LISTED_IMPORT,
                KeySpace.IMPORT_CHUNK,
                KeySpace.CHANGE_PART,
                KeySpace.USAGE);

        // fantasy
        READERS.put(KeySpace.GAMER, GamerItems::gamer);
        READERS.put(KeySpace.TEAM_SHEET, SheetItems::sheet);
        READERS.put(KeySpace.MEMBERSHIP, LeagueItems::membership);
        READERS.put(KeySpace.LEAGUE, LeagueItems::leagueOrNull);
        READERS.put(KeySpace.SCORE_DISTRIBUTION, LeagueItems::scoreDistribution);
        READERS.put(KeySpace.FOOTBALLER, FootballerItems::footballer);
        READERS.put(KeySpace.FIXTURE_POINTS, FixtureItems::fixturePoints);
        READERS.put(KeySpace.GAMEWEEK_FIXTURE_POINTS, FixtureItems::fixturePoints);
        READERS.put(KeySpace.GAMEWEEK, GameweekItems::gameweek);
        READERS.put(KeySpace.GAMEWEEK_COPY, GameweekItems::gameweek);
        READERS.put(KeySpace.FIXTURE, FixtureItems::fixture);
        onlyKeys(KeySpace.ALL_GAMERS_ENTRY, KeySpace.LARGE_LEAGUE, KeySpace.SETTLEMENT);

        // bookkeeping
        READERS.put(KeySpace.JOB, item -> CONTEXTS.workOf(Job.from(item).work()));
        onlyKeys(
                KeySpace.IDEMPOTENCY_RECORD,
                KeySpace.RATE_LIMIT,
                KeySpace.RECONCILE_RUN,
                KeySpace.REDRIVE_RUN,
                KeySpace.MIGRATION_RUN,
                KeySpace.MIGRATION_RECORD);
    }

    private ItemReaders() {}

    /// Reads an item with the reader of its kind.
    ///
    /// @throws RuntimeException of some kind if the item has no key of a kind, or not the
    ///   attributes of its kind
    public static void read(Item item) {
        var kind = KeySpace.kindOf(item.key());
        var reader = READERS.get(kind);
        if (reader == null) {
            throw new IllegalStateException("no reader for " + kind);
        }
        reader.accept(item);
    }

    /// The items have no attributes, or attributes that only one class writes and reads.
    private static void onlyKeys(ItemKind... kinds) {
        for (var kind : kinds) {
            READERS.put(kind, Item::key);
        }
    }

    private static void postCounter(Item item) {
        var _ = PostItems.postOf(item);
        for (var count : PostCounter.values()) {
            var _ = PostItems.count(count, item);
        }
    }
}
