package plaza.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.FantasyItems;
import plaza.fantasy.model.Membership;
import plaza.fantasy.model.ScoreDistribution;
import plaza.favorites.FavoriteItems;
import plaza.favorites.QuotaUsage;
import plaza.id.DataId;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.id.GenerationId;
import plaza.id.LeagueId;
import plaza.id.PostId;
import plaza.id.SessionId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.social.SocialItems;
import plaza.social.model.Follow;
import plaza.social.model.Like;
import plaza.social.model.TimelineEntry;
import plaza.social.model.View;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.TableSchema.Index;
import plaza.table.Write;
import plaza.tally.Ledger;
import plaza.tally.SequenceNumber;

/// Every way in which something derived can differ from its source.
enum Corruption {
    FOLLOWER_COUNT(wreck ->
            wreck.moves(
                    Check.USER_COUNTS,
                    Family.USER,
                    Corruption::isCount,
                    SocialItems.FOLLOWER_COUNT)),
    FOLLOWING_COUNT(wreck ->
            wreck.moves(
                    Check.USER_COUNTS,
                    Family.USER,
                    Corruption::isCount,
                    SocialItems.FOLLOWING_COUNT)),
    POST_COUNT(wreck ->
            wreck.moves(
                    Check.USER_COUNTS, Family.USER, Corruption::isCount, SocialItems.POST_COUNT)),
    USER_COUNTS_LOST(wreck -> wreck.loses(Check.USER_COUNTS, Family.USER, Corruption::isCount)),
    FOLLOWER_LOST(wreck -> wreck.loses(Check.FOLLOW_EDGES, Family.FOLLOWERS, _ -> true)),
    FOLLOWER_SURPLUS(wreck ->
            wreck.gains(
                    Check.FOLLOW_EDGES,
                    Family.USER,
                    Corruption::isCount,
                    (user, odd) ->
                            SocialItems.follower(
                                    new Follow(UserId.of(odd), user(user), now(wreck))))),
    LIKE_COUNT(wreck ->
            wreck.moves(Check.LIKE_COUNTS, Family.LIKE_COUNT, _ -> true, SocialItems.LIKE_COUNT)),
    LIKE_COUNT_LOST(wreck -> wreck.loses(Check.POST_COUNTERS, Family.LIKE_COUNT, _ -> true)),
    LIKE_COUNT_ORPHAN(wreck ->
            puts(
                    wreck,
                    Check.ORPHAN_LIKE_COUNTS,
                    SocialItems.likeCount(ghost(wreck), UserId.of("u1"), 3))),
    VIEW_COUNT(wreck ->
            wreck.moves(Check.VIEW_COUNTS, Family.VIEW_COUNT, _ -> true, SocialItems.VIEW_COUNT)),
    VIEW_COUNT_LOST(wreck -> wreck.loses(Check.POST_COUNTERS, Family.VIEW_COUNT, _ -> true)),
    VIEW_COUNT_ORPHAN(
            wreck -> puts(wreck, Check.ORPHAN_VIEW_COUNTS, SocialItems.viewCount(ghost(wreck), 3))),
    LIKE_ROW_LOST(wreck -> wreck.loses(Check.LIKE_LEDGER, Family.LIKE_LEDGER, Corruption::isOn)),
    LIKE_ROW_OFF(wreck ->
            wreck.gains(
                    Check.LIKE_LEDGER,
                    Family.LIKE_LEDGER,
                    Corruption::isOn,
                    (row, _) -> off(row, now(wreck)))),
    LIKE_ROW_SURPLUS(wreck ->
            wreck.gains(
                    Check.LIKE_LEDGER,
                    Family.LIKE_COUNT,
                    _ -> true,
                    (counter, odd) ->
                            on(KeySpace.likeLedger(post(counter), UserId.of(odd)), null))),
    VIEW_ROW_LOST(wreck -> wreck.loses(Check.VIEW_LEDGER, Family.VIEW_LEDGER, _ -> true)),
    VIEW_ROW_SURPLUS(wreck ->
            wreck.gains(
                    Check.VIEW_LEDGER,
                    Family.VIEW_COUNT,
                    _ -> true,
                    (counter, odd) -> viewRow(post(counter), SessionId.of(odd), now(wreck)))),
    ENTRY_LOST(wreck -> wreck.loses(Check.TIMELINE_ENTRIES, Family.TIMELINE, e -> !isOwn(e))),
    OWN_ENTRY_LOST(
            wreck -> wreck.loses(Check.TIMELINE_ENTRIES, Family.TIMELINE, Corruption::isOwn)),
    ENTRY_OF_NO_POST(wreck ->
            puts(
                    wreck,
                    Check.STALE_ENTRIES,
                    entry(wreck, UserId.of("u1"), UserId.of("u1"), ghost(wreck)))),
    ENTRY_OF_NO_FOLLOWEE(wreck ->
            wreck.gains(
                    Check.STALE_ENTRIES,
                    Family.LIKE_COUNT,
                    _ -> true,
                    (counter, odd) ->
                            entry(
                                    wreck,
                                    UserId.of(odd),
                                    UserId.of(counter.text(SocialItems.AUTHOR_ID)),
                                    post(counter)))),
    LIKE_LEFT(wreck ->
            puts(
                    wreck,
                    Check.LEFTOVERS,
                    SocialItems.like(new Like(ghost(wreck), UserId.of("u1"), now(wreck))))),
    LIKE_ROW_LEFT(wreck ->
            puts(
                    wreck,
                    Check.LEFTOVERS,
                    on(KeySpace.likeLedger(ghost(wreck), UserId.of("u1")), null))),
    VIEW_LEFT(wreck ->
            puts(
                    wreck,
                    Check.LEFTOVERS,
                    SocialItems.view(new View(ghost(wreck), SessionId.of("s1"), now(wreck))))),
    VIEW_ROW_LEFT(wreck ->
            puts(wreck, Check.LEFTOVERS, viewRow(ghost(wreck), SessionId.of("s1"), now(wreck)))),
    JOB_STUCK(wreck -> puts(wreck, Check.STUCK_JOBS, stuckJob(wreck))),

    // favorites
    FAVORITE_ORDER(wreck ->
            wreck.spoils(
                    Check.OWN_ATTRIBUTES, Family.FAVORITES, _ -> true, Index.LSI_ONE.sortKey())),
    FAVORITE_KIND(wreck ->
            wreck.spoils(
                    Check.OWN_ATTRIBUTES,
                    Family.FAVORITES,
                    _ -> true,
                    Index.GSI_ONE.partitionKey())),
    FAVORITE_LOST(wreck ->
            wreck.damages(
                    Family.FAVORITES,
                    _ -> true,
                    favorite -> {
                        wreck.bed().table().write(Write.Delete.of(favorite.key()));
                        return leftOf(wreck, favorite);
                    })),
    POSTING_LOST(wreck -> wreck.loses(Check.SEARCH_POSTINGS, Family.TERMS, _ -> true)),
    POSTING_STALE(wreck ->
            wreck.gains(
                    Check.SEARCH_POSTINGS,
                    Family.FAVORITES,
                    _ -> true,
                    (favorite, odd) ->
                            FavoriteItems.posting(
                                    KeySpace.term(
                                            user(favorite),
                                            odd,
                                            favorite.time(FavoriteItems.CLIP_TIME),
                                            DataId.of(favorite.key().sk()))))),
    POSTING_OF_NOTHING(wreck ->
            wreck.gains(
                    Check.SEARCH_POSTINGS,
                    Family.FAVORITES,
                    _ -> true,
                    (favorite, odd) ->
                            FavoriteItems.posting(
                                    KeySpace.term(
                                            user(favorite), "tea", now(wreck), DataId.of(odd))))),
    TAG_ORDER(wreck ->
            wreck.spoils(Check.OWN_ATTRIBUTES, Family.TAGS, _ -> true, Index.LSI_THREE.sortKey())),
    TAG_COUNT(wreck ->
            wreck.moves(Check.TAG_COUNTS, Family.TAGS, _ -> true, FavoriteItems.FAVORITE_COUNT)),
    FAVORITE_USAGE(wreck ->
            wreck.damages(
                    Family.USAGE,
                    usage -> usage.numberOrNull(QuotaUsage.FAVORITES) != null,
                    usage -> {
                        var beyondSlack = usage.number(QuotaUsage.CHANGES) + 1;
                        return wreck.writes(
                                Check.FAVORITE_USAGE,
                                Write.Update.of(usage.key())
                                        .set(
                                                QuotaUsage.FAVORITES,
                                                usage.number(QuotaUsage.FAVORITES) + beyondSlack));
                    })),
    FAVORITE_USAGE_LOST(wreck ->
            wreck.loses(
                    Check.FAVORITE_USAGE,
                    Family.USAGE,
                    usage -> usage.numberOrNull(QuotaUsage.FAVORITES) != null)),
    TAG_LOST(wreck ->
            wreck.damages(
                    Family.TAGS,
                    _ -> true,
                    tag -> {
                        wreck.bed().table().write(Write.Delete.of(tag.key()));
                        return leftOf(wreck, tag);
                    })),
    TAG_NAME_LOST(wreck -> wreck.loses(Check.TAG_NAMES, Family.TAG_NAMES, _ -> true)),
    TAG_NAME_OF_ANOTHER(wreck ->
            wreck.spoils(
                    Check.ORPHAN_TAG_NAMES, Family.TAG_NAMES, _ -> true, FavoriteItems.TAG_ID)),
    TAG_NAME_ORPHAN(wreck ->
            wreck.gains(
                    Check.ORPHAN_TAG_NAMES,
                    Family.TAGS,
                    _ -> true,
                    (tag, odd) ->
                            Item.at(KeySpace.tagName(user(tag), odd))
                                    .with(FavoriteItems.TAG_ID, tag.key().sk())
                                    .with(FavoriteItems.TAG_NAME, odd)
                                    .build())),
    TAGGED_KIND(wreck ->
            wreck.spoils(Check.TAG_EDGES, Family.TAGGED, _ -> true, Index.GSI_TWO.partitionKey())),
    TAGGED_OF_NO_TAG(wreck ->
            wreck.gains(
                    Check.TAG_EDGES,
                    Family.FAVORITES,
                    _ -> true,
                    (favorite, odd) ->
                            FavoriteItems.tagged(
                                    user(favorite),
                                    FavoriteItems.storedFavorite(favorite),
                                    TagId.of(odd),
                                    GenerationId.of(odd)))),
    TAG_ROW_LOST(wreck -> wreck.loses(Check.TAG_LEDGER, Family.TAG_LEDGER, Corruption::isOn)),
    TAG_ROW_OFF(wreck ->
            wreck.gains(
                    Check.TAG_LEDGER,
                    Family.TAG_LEDGER,
                    Corruption::isOn,
                    (row, _) -> off(row, now(wreck)))),
    TAG_ROW_SURPLUS(wreck ->
            wreck.gains(
                    Check.TAG_LEDGER,
                    Family.TAGS,
                    _ -> true,
                    (tag, odd) -> on(ledger(tag, FavoriteItems.generation(tag), odd), null))),
    TAG_ROW_LEFT(wreck ->
            wreck.gains(
                    Check.TAG_LEDGER,
                    Family.TAGS,
                    _ -> true,
                    (tag, odd) -> on(ledger(tag, GenerationId.of(odd), odd), null))),

    // fantasy
    // first of all that need a gamer: few have no sheet
    FIRST_SHEET_DANGLING(wreck ->
            wreck.damages(
                    Family.GAMER,
                    item -> FantasyItemKind.isMain(item) && !item.has(FantasyItems.FIRST_SHEET),
                    gamer ->
                            wreck.writes(
                                    Check.SHEET_CHAIN,
                                    Write.Update.of(gamer.key())
                                            .set(FantasyItems.FIRST_SHEET, Gameweek.NUMBER_MAX)))),
    GAMER_TOTAL(wreck ->
            wreck.moves(
                    Check.OWN_ATTRIBUTES,
                    Family.GAMER,
                    FantasyItemKind::isMain,
                    FantasyItems.TOTAL_POINTS)),
    GAMER_LEAGUES(wreck ->
            wreck.damages(
                    Family.GAMER,
                    Corruption::isMember,
                    gamer ->
                            wreck.writes(
                                    Check.GAMER_LEAGUES,
                                    Write.Update.of(gamer.key())
                                            .set(FantasyItems.LEAGUES, List.of())))),
    MEMBERSHIP_LOST(wreck ->
            wreck.damages(
                    Family.GAMER,
                    FantasyItemKind::isMembership,
                    membership -> {
                        wreck.bed().table().write(Write.Delete.of(membership.key()));
                        var gamer = KeySpace.gamer(gamer(membership));
                        return Set.of(CorruptedTable.found(Check.GAMER_LEAGUES, gamer));
                    })),
    MEMBERSHIP_OF_NOBODY(wreck ->
            puts(
                    wreck,
                    Check.STANDINGS,
                    FantasyItems.membership(
                            new Membership(
                                    GamerId.of(wreck.odd()),
                                    LeagueId.of("pub"),
                                    now(wreck),
                                    7,
                                    7,
                                    1,
                                    1)))),
    MEMBERSHIP_POINTS(wreck ->
            wreck.moves(
                    Check.STANDINGS,
                    Family.GAMER,
                    FantasyItemKind::isMembership,
                    FantasyItems.TOTAL_POINTS)),
    MEMBERSHIP_LAST_POINTS(wreck ->
            wreck.moves(
                    Check.STANDINGS,
                    Family.GAMER,
                    FantasyItemKind::isMembership,
                    FantasyItems.GAMEWEEK_POINTS)),
    MEMBERSHIP_PLACE(wreck ->
            wreck.spoils(
                    Check.OWN_ATTRIBUTES,
                    Family.GAMER,
                    FantasyItemKind::isMembership,
                    Index.GSI_TWO.sortKey())),
    MEMBERSHIP_SHARD(wreck ->
            wreck.damages(
                    Family.GAMER,
                    FantasyItemKind::isMembership,
                    membership ->
                            wreck.writes(
                                    Check.STANDINGS,
                                    Write.Update.of(membership.key())
                                            .set(FantasyItems.SHARDS, 16)))),
    ROSTER_LOST(wreck ->
            wreck.damages(
                    Family.GAMER,
                    FantasyItemKind::isMain,
                    gamer ->
                            wreck.writes(
                                    Check.ROSTER,
                                    Write.Delete.of(
                                            FantasyItems.allGamersEntry(gamer(gamer)).key())))),
    ROSTER_ORPHAN(wreck ->
            puts(wreck, Check.ROSTER, FantasyItems.allGamersEntry(GamerId.of(wreck.odd())))),
    ROSTER_SHARD(wreck ->
            wreck.gains(
                    Check.ROSTER,
                    Family.GAMER,
                    FantasyItemKind::isMain,
                    (gamer, _) ->
                            Item.at(
                                            KeySpace.allGamersEntry(
                                                    FantasyItems.ALL_GAMERS_SHARDS, gamer(gamer)))
                                    .build())),
    SHEET_POINTS(wreck ->
            wreck.moves(
                    Check.SHEET_POINTS,
                    Family.GAMER,
                    item -> FantasyItemKind.isSheet(item) && item.has(FantasyItems.POINTS),
                    FantasyItems.POINTS)),
    SHEET_POINTER(wreck ->
            wreck.damages(
                    Family.GAMER,
                    item -> FantasyItemKind.isSheet(item) && item.has(FantasyItems.FOLLOWED_BY),
                    sheet ->
                            wreck.writes(
                                    Check.SHEET_CHAIN,
                                    Write.Update.of(sheet.key())
                                            .remove(FantasyItems.FOLLOWED_BY)))),
    SHEET_POINTER_DANGLING(wreck ->
            wreck.damages(
                    Family.GAMER,
                    item -> FantasyItemKind.isSheet(item) && !item.has(FantasyItems.FOLLOWED_BY),
                    lastSheet ->
                            wreck.writes(
                                    Check.SHEET_CHAIN,
                                    Write.Update.of(lastSheet.key())
                                            .set(FantasyItems.FOLLOWED_BY, Gameweek.NUMBER_MAX)))),
    FIRST_SHEET(wreck ->
            wreck.moves(
                    Check.SHEET_CHAIN,
                    Family.GAMER,
                    item -> FantasyItemKind.isMain(item) && item.has(FantasyItems.FIRST_SHEET),
                    FantasyItems.FIRST_SHEET)),
    FOOTBALLER_TOTAL(wreck ->
            wreck.moves(
                    Check.OWN_ATTRIBUTES,
                    Family.FOOTBALLER,
                    FantasyItemKind::isMain,
                    FantasyItems.TOTAL_POINTS)),
    FOOTBALLER_POSITION(wreck ->
            wreck.spoils(
                    Check.OWN_ATTRIBUTES,
                    Family.FOOTBALLER,
                    FantasyItemKind::isMain,
                    Index.GSI_ONE.partitionKey())),
    FOOTBALLER_POINTS(wreck ->
            wreck.damages(
                    Family.FOOTBALLER,
                    FantasyItemKind::isMain,
                    footballer ->
                            wreck.writes(
                                    Check.FOOTBALLER_POINTS,
                                    FantasyItems.points(
                                            FantasyItems.footballer(footballer)
                                                    .scored(Gameweek.of(9), 7))))),
    LINE_LOST(wreck ->
            wreck.damages(
                    Family.FOOTBALLER,
                    FantasyItemKind::isFixture,
                    line -> wreck.writes(Check.FIXTURE_LINES, Write.Delete.of(copy(line).key())))),
    LINE_POINTS(wreck ->
            wreck.damages(
                    Family.FOOTBALLER,
                    FantasyItemKind::isFixture,
                    line ->
                            wreck.writes(
                                    Check.FIXTURE_LINES,
                                    Write.Update.of(copy(line).key())
                                            .set(FantasyItems.POINTS, 99)))),
    LINE_ORPHAN(wreck ->
            wreck.damages(
                    Family.FOOTBALLER,
                    FantasyItemKind::isFixture,
                    line ->
                            wreck.writes(
                                    Check.FIXTURE_LINES,
                                    Write.Put.of(
                                            FantasyItems.fixturePoints(
                                                            FootballerId.of(wreck.odd()),
                                                            Gameweek.of(1),
                                                            FantasyItems.fixturePoints(line))
                                                    .getLast())))),
    SPREAD_SURPLUS(wreck ->
            wreck.gains(
                    Check.SPREADS,
                    Family.LEAGUE,
                    FantasyItemKind::isMain,
                    (league, _) ->
                            FantasyItems.scoreDistribution(
                                    KeySpace.leagueId(league.key().sk()),
                                    ScoreDistribution.EMPTY))),
    LARGE_LEAGUE_ORPHAN(wreck ->
            puts(
                    wreck,
                    Check.SPREADS,
                    Item.at(KeySpace.largeLeague(LeagueId.of(wreck.odd()))).build()));

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Function<CorruptedTable, Set<ReconcileRun.Found>> damage;

    Corruption(Function<CorruptedTable, Set<ReconcileRun.Found>> damage) {
        this.damage = damage;
    }

    /// Does it, and tells what is to be found; nothing where there is nothing to be damaged so.
    Set<ReconcileRun.Found> to(CorruptedTable wreck) {
        return damage.apply(wreck);
    }

    private static Set<ReconcileRun.Found> puts(CorruptedTable wreck, Check check, Item item) {
        return wreck.writes(check, Write.Put.of(item));
    }

    private static Instant now(CorruptedTable wreck) {
        return wreck.bed().clock().instant();
    }

    private static PostId ghost(CorruptedTable wreck) {
        return PostId.of("gone" + wreck.odd());
    }

    private static Item entry(CorruptedTable wreck, UserId reader, UserId author, PostId post) {
        return SocialItems.timelineEntry(new TimelineEntry(reader, author, post, now(wreck)));
    }

    /// A job whose last slice was saved nine hours ago.
    private static Item stuckJob(CorruptedTable wreck) {
        var job =
                Job.of(Job.Kind.ERASE_POST, List.of(ghost(wreck).value(), wreck.odd()), List.of());
        return Item.at(job.key())
                .with("kind", job.kind().word())
                .with("ids", job.ids())
                .with("arguments", job.arguments())
                .with("step", 3)
                .with("place", List.of())
                .endingAt(now(wreck).minus(Duration.ofHours(9)).plus(Job.LIFETIME))
                .build();
    }

    private static Item on(Key key, @Nullable Instant closedAt) {
        return Ledger.row(key, true, SequenceNumber.ZERO, closedAt);
    }

    private static Item off(Item row, Instant closedAt) {
        return Ledger.row(row.key(), false, Ledger.sequence(row), closedAt);
    }

    private static Item viewRow(PostId post, SessionId session, Instant viewedAt) {
        return on(KeySpace.viewLedger(post, session, viewedAt), viewedAt);
    }

    private static Key ledger(Item tag, GenerationId life, String data) {
        return KeySpace.tagLedger(user(tag), TagId.of(tag.key().sk()), life, DataId.of(data));
    }

    /// What is left of a favorite, or of a tag, that is gone.
    private static Set<ReconcileRun.Found> leftOf(CorruptedTable wreck, Item gone) {
        var found = new HashSet<ReconcileRun.Found>();
        for (var item : wreck.all().values()) {
            if (item.key().pk().split("#", -1)[1].equals(user(gone).value())) {
                switch (CorruptedTable.family(item)) {
                    case TERMS -> {
                        if (CorruptedTable.family(gone) == Family.FAVORITES
                                && item.key().sk().endsWith("#" + gone.key().sk())) {
                            found.add(CorruptedTable.found(Check.SEARCH_POSTINGS, item.key()));
                        }
                    }
                    case USAGE -> {
                        if (CorruptedTable.family(gone) == Family.FAVORITES
                                && item.number(QuotaUsage.CHANGES) == 0) {
                            found.add(CorruptedTable.found(Check.FAVORITE_USAGE, item.key()));
                        }
                    }
                    case TAGGED -> {
                        if (item.key().pk().endsWith("#" + gone.key().sk())
                                || item.key().sk().equals(gone.key().sk())) {
                            found.add(CorruptedTable.found(Check.TAG_EDGES, item.key()));
                        }
                    }
                    case TAG_NAMES -> {
                        if (item.text(FavoriteItems.TAG_ID).equals(gone.key().sk())) {
                            found.add(CorruptedTable.found(Check.ORPHAN_TAG_NAMES, item.key()));
                        }
                    }
                    case TAG_LEDGER -> {
                        if (KeySpace.part(item.key().pk(), 2).equals(gone.key().sk())) {
                            found.add(CorruptedTable.found(Check.TAG_LEDGER, item.key()));
                        }
                    }
                    default -> {}
                }
            }
        }
        return found;
    }

    private static Item copy(Item line) {
        return FantasyItems.fixturePoints(
                        FootballerId.of(KeySpace.ownerPart(line.key().pk())),
                        Gameweek.parse(KeySpace.part(line.key().sk(), 1)),
                        FantasyItems.fixturePoints(line))
                .getLast();
    }

    private static boolean isCount(Item item) {
        return item.has(SocialItems.FOLLOWER_COUNT);
    }

    private static boolean isOn(Item row) {
        return row.flag(Ledger.ON);
    }

    private static boolean isMember(Item item) {
        return FantasyItemKind.isMain(item) && !item.texts(FantasyItems.LEAGUES).isEmpty();
    }

    private static boolean isOwn(Item entry) {
        return user(entry).equals(SocialItems.authorOf(entry));
    }

    private static UserId user(Item item) {
        return UserId.of(KeySpace.ownerPart(item.key().pk()));
    }

    private static GamerId gamer(Item item) {
        return GamerId.of(KeySpace.ownerPart(item.key().pk()));
    }

    private static PostId post(Item item) {
        return PostId.of(KeySpace.ownerPart(item.key().pk()));
    }
}
