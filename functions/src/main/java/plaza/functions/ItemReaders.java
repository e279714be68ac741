package plaza.functions;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import plaza.context.Contexts;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.sheet.SheetItems;
import plaza.favorites.bookmarks.FolderItems;
import plaza.favorites.bookmarks.ImportRecord;
import plaza.favorites.change.BulkChange;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.job.Job;
import plaza.social.block.BlockItems;
import plaza.social.follow.FollowItems;
import plaza.social.follow.FollowRequestItems;
import plaza.social.gate.Gate;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.reply.ReplyItems;
import plaza.social.report.ReportItems;
import plaza.social.timeline.PostEdges;
import plaza.social.timeline.TimelineItems;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.PlatformKeys;
import plaza.tally.Ledger;

/// Reads an item of any kind and version as the functions do: an item that they cannot read is
/// rejected before an import writes it, and an item of every version that a table may hold must be
/// readable.
public final class ItemReaders {
    private static final Contexts CONTEXTS = Contexts.registered();

    private static final Map<ItemKind, Consumer<Item>> READERS = new HashMap<>();

    static {
        // social
        READERS.put(SocialKeys.USER_INFO, UserItems::userInfo);
        READERS.put(SocialKeys.USER_COUNT, UserItems::userCounts);
        READERS.put(SocialKeys.FOLLOWER_COUNT_PART, item -> item.number(UserItems.FOLLOWER_COUNT));
        READERS.put(SocialKeys.GATE, item -> Gate.of(SocialKeys.USERS.parse(item.key()), item));
        READERS.put(SocialKeys.BLOCK, BlockItems::requireReadable);
        READERS.put(SocialKeys.MUTE, BlockItems::requireReadable);
        READERS.put(SocialKeys.NAME_WORD, item -> item.text(UserItems.WORDS));
        READERS.put(SocialKeys.FOLLOWER, FollowItems::edge);
        READERS.put(SocialKeys.FOLLOWEE, FollowItems::edge);
        READERS.put(SocialKeys.REQUEST, FollowRequestItems::request);
        READERS.put(SocialKeys.REPORTED_TARGET, ReportItems::reported);
        READERS.put(SocialKeys.REPORT, ReportItems::report);
        READERS.put(SocialKeys.POST, PostItems::post);
        READERS.put(SocialKeys.TIMELINE_ENTRY, TimelineItems::postOf);
        READERS.put(SocialKeys.REPLY, ReplyItems::postOf);
        READERS.put(SocialKeys.POST_COUNTER, ItemReaders::postCounter);
        for (var edge : PostEdges.ALL) {
            edge.edges().kinds().forEach(kind -> READERS.put(kind, edge::of));
            edge.ledger().kinds().forEach(kind -> READERS.put(kind, Ledger::sequence));
        }

        // favorites
        READERS.put(FavoritesKeys.FAVORITE, FavoriteItems::storedFavorite);
        READERS.put(FavoritesKeys.TAG, TagItems::storedTag);
        READERS.put(FavoritesKeys.TAG_NAME, TagItems::tagOfName);
        READERS.put(FavoritesKeys.TAG_COUNT, TagCountItems::count);
        READERS.put(FavoritesKeys.TAGGED_FAVORITE, TaggingItems::isUnchanged);
        READERS.put(FavoritesKeys.FOLDER, FolderItems::folder);
        READERS.put(
                FavoritesKeys.IMPORT_RECORD,
                item ->
                        FavoritesKeys.IMPORT_RECORD.parse(
                                item.key(), (_, id) -> ImportRecord.of(id, item)));
        READERS.put(
                FavoritesKeys.CHANGE_RECORD,
                item ->
                        FavoritesKeys.CHANGE_RECORD.parse(
                                item.key(), (_, id) -> BulkChange.of(id, item)));
        onlyKeys(
                FavoritesKeys.LISTED_IMPORT,
                FavoritesKeys.IMPORT_CHUNK,
                FavoritesKeys.CHANGE_PART,
                FavoritesKeys.USAGE);

        // fantasy
        READERS.put(FantasyKeys.GAMER, GamerItems::gamer);
        READERS.put(FantasyKeys.TEAM_SHEET, SheetItems::sheet);
        READERS.put(FantasyKeys.MEMBERSHIP, LeagueItems::membership);
        READERS.put(FantasyKeys.LEAGUE, LeagueItems::leagueOrNull);
        READERS.put(FantasyKeys.SCORE_DISTRIBUTION, LeagueItems::scoreDistribution);
        READERS.put(FantasyKeys.FOOTBALLER, FootballerItems::footballer);
        READERS.put(FantasyKeys.FIXTURE_POINTS, FixtureItems::fixturePoints);
        READERS.put(FantasyKeys.GAMEWEEK_FIXTURE_POINTS, FixtureItems::fixturePoints);
        READERS.put(FantasyKeys.GAMEWEEK, GameweekItems::gameweek);
        READERS.put(FantasyKeys.GAMEWEEK_COPY, GameweekItems::gameweek);
        READERS.put(FantasyKeys.FIXTURE, FixtureItems::fixture);
        onlyKeys(FantasyKeys.ALL_GAMERS_ENTRY, FantasyKeys.LARGE_LEAGUE, FantasyKeys.SETTLEMENT);

        // bookkeeping
        READERS.put(PlatformKeys.JOB, item -> CONTEXTS.workOf(Job.from(item).work()));
        onlyKeys(
                PlatformKeys.IDEMPOTENCY_RECORD,
                PlatformKeys.RATE_LIMIT,
                PlatformKeys.RECONCILE_RUN,
                PlatformKeys.REDRIVE_RUN,
                PlatformKeys.MIGRATION_RUN,
                PlatformKeys.MIGRATION_RECORD);
    }

    private ItemReaders() {}

    /// Reads an item with the reader of its kind.
    ///
    /// @throws RuntimeException of some kind if the item has no key of a kind, or not the
    ///   attributes of its kind
    public static void read(Item item) {
        var kind = Catalogue.keySpace().kindOf(item.key());
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
