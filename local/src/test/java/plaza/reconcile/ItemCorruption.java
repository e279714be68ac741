package plaza.reconcile;

import static plaza.fantasy.check.FantasyChecks.FANTASY_ATTRIBUTES;
import static plaza.fantasy.check.FantasyChecks.SCORE_DISTRIBUTIONS;
import static plaza.fantasy.check.FantasyChecks.STANDINGS;
import static plaza.favorites.check.FavoritesChecks.FAVORITE_ATTRIBUTES;
import static plaza.favorites.check.FavoritesChecks.ORPHAN_TAG_NAMES;
import static plaza.favorites.check.FavoritesChecks.TAG_COUNTS;
import static plaza.favorites.check.FavoritesChecks.TAG_EDGES;
import static plaza.favorites.check.FavoritesChecks.TAG_NAMES;
import static plaza.reconcile.Checks.STUCK_JOBS;
import static plaza.reconcile.CorruptingWrite.any;
import static plaza.reconcile.CorruptingWrite.put;
import static plaza.social.check.SocialChecks.FOLLOW_EDGES;
import static plaza.social.check.SocialChecks.GATES;
import static plaza.social.check.SocialChecks.LEFTOVERS;
import static plaza.social.check.SocialChecks.NAME_WORDS;
import static plaza.social.check.SocialChecks.ORPHAN_POST_COUNTERS;
import static plaza.social.check.SocialChecks.POST_COUNTERS;
import static plaza.social.check.SocialChecks.REPLY_COUNTS;
import static plaza.social.check.SocialChecks.REPLY_EDGES;
import static plaza.social.check.SocialChecks.REPORT_INDEX;
import static plaza.social.check.SocialChecks.REQUEST_INDEX;
import static plaza.social.check.SocialChecks.STALE_ENTRIES;
import static plaza.social.check.SocialChecks.STANDING_COPIES;
import static plaza.social.check.SocialChecks.TIMELINE_ENTRIES;
import static plaza.social.check.SocialChecks.USER_COUNTS;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import plaza.audit.Check;
import plaza.fantasy.check.FantasyChecks;
import plaza.fantasy.fixture.FixtureItems;
import plaza.fantasy.footballer.FootballerItems;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.league.LeagueItems;
import plaza.fantasy.league.LeaguePoints;
import plaza.fantasy.league.Membership;
import plaza.fantasy.league.Scoring;
import plaza.fantasy.ranking.ScoreDistribution;
import plaza.fantasy.sheet.SheetItems;
import plaza.favorites.check.FavoritesChecks;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.tag.TagCountItems;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.id.UserId;
import plaza.reconcile.ReconcileRun.Found;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.gate.Audience;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.TimelineItems;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema.Index;
import plaza.table.Write;
import plaza.tally.Ledger;

/// The corruptions of one kind of item each.
enum ItemCorruption implements Corruption {
    FOLLOWER_COUNT(USER_COUNTS, any(ItemCorruption::isUserCounts).move(UserItems.FOLLOWER_COUNT)),
    FOLLOWING_COUNT(USER_COUNTS, any(ItemCorruption::isUserCounts).move(UserItems.FOLLOWING_COUNT)),
    POST_COUNT(USER_COUNTS, any(ItemCorruption::isUserCounts).move(UserItems.POST_COUNT)),
    USER_COUNTS_MISSING(USER_COUNTS, any(ItemCorruption::isUserCounts).delete()),
    FOLLOWER_MISSING(FOLLOW_EDGES, any(SocialKeys.FOLLOWER).delete()),
    FOLLOWER_ORPHAN(
            FOLLOW_EDGES,
            any(ItemCorruption::isUserCounts)
                    .put((counts, table) ->
                            FollowItems.follower(
                                    new Follow(
                                            UserId.of(table.unusedId()),
                                            SocialKeys.USERS.parse(counts.key()),
                                            table.now())))),
    GATE_MISSING(GATES, any(SocialKeys.GATE).delete()),
    GATE_WITHOUT_USER(
            GATES,
            any(SocialKeys.GATE, gate -> !gate.textsOrNone("blocks").isEmpty())
                    .update((_, update) -> update.set("blocks", List.of()))),
    GATE_WITH_ANOTHER_USER(
            GATES,
            any(SocialKeys.GATE)
                    .write((gate, table) ->
                            Write.Update.of(gate.key())
                                    .set(
                                            "blocks",
                                            Stream.concat(
                                                            gate.textsOrNone("blocks").stream(),
                                                            Stream.of(table.unusedId()))
                                                    .toList()))),
    FOLLOW_MUTED(
            GATES,
            any(SocialKeys.FOLLOWEE, follow -> !FollowItems.isMuted(follow))
                    .write((follow, _) -> FollowItems.muting(follow.key(), true))),
    FOLLOW_NOT_MUTED(
            GATES,
            any(SocialKeys.FOLLOWEE, FollowItems::isMuted)
                    .write((follow, _) -> FollowItems.muting(follow.key(), false))),
    AUDIENCE_OF_POST(
            STANDING_COPIES,
            any(SocialKeys.POST).write((post, _) -> copied(post, Audience.AUTHOR))),
    AUDIENCE_OF_COUNTER(
            STANDING_COPIES,
            any(SocialKeys.POST_COUNTER).write((counter, _) -> copied(counter, Audience.AUTHOR))),
    AUDIENCE_OF_REPLY(
            STANDING_COPIES,
            any(SocialKeys.REPLY).write((entry, _) -> copied(entry, Audience.AUTHOR))),
    FOLLOWEE_MARKED(STANDING_COPIES, any(SocialKeys.FOLLOWEE).write((row, _) -> marked(row))),
    FOLLOWER_MARKED(STANDING_COPIES, any(SocialKeys.FOLLOWER).write((row, _) -> marked(row))),
    NAME_WORD_MARKED(STANDING_COPIES, any(SocialKeys.NAME_WORD).write((row, _) -> marked(row))),
    NAME_WORD_MISSING(NAME_WORDS, any(SocialKeys.NAME_WORD).delete()),
    NAME_WORD_OTHER_WORDS(
            NAME_WORDS,
            any(SocialKeys.NAME_WORD)
                    .update((_, update) -> update.set(UserItems.WORDS, "another name"))),
    NAME_WORD_ORPHAN(
            NAME_WORDS,
            any(ItemCorruption::isUserCounts)
                    .put((counts, _) ->
                            Item.at(
                                            SocialKeys.NAME_WORD.key(
                                                    "other",
                                                    "other",
                                                    SocialKeys.USERS.parse(counts.key())))
                                    .with(UserItems.WORDS, "other")
                                    .build())),
    POST_COUNTER_MISSING(POST_COUNTERS, any(SocialKeys.POST_COUNTER).delete()),
    POST_COUNTER_ORPHAN(
            ORPHAN_POST_COUNTERS,
            put(table ->
                    PostItems.counter(
                            missingPost(table), UserId.of("u1"), Map.of(PostCounter.VIEWS, 3L)))),
    REQUEST_ORDER(REQUEST_INDEX, any(SocialKeys.REQUEST).replace(Index.LSI_ONE.sortKey())),
    REPLY_COUNT(
            REPLY_COUNTS,
            any(SocialKeys.POST_COUNTER, counter -> counter.has(PostCounter.REPLIES.attribute()))
                    .move(PostCounter.REPLIES.attribute())),
    REPLY_MISSING(REPLY_EDGES, any(SocialKeys.REPLY).delete()),
    REPLY_ORPHAN(
            REPLY_EDGES,
            any(SocialKeys.POST_COUNTER)
                    .put((counter, table) ->
                            PostItems.replyEdge(
                                    PostItems.countedPost(counter),
                                    PostId.of(table.unusedId()),
                                    UserId.of("u1")))),
    REPLY_LEFTOVER(
            LEFTOVERS,
            put(table ->
                    PostItems.replyEdge(
                            missingPost(table), PostId.of(table.unusedId()), UserId.of("u1")))),
    ENTRY_MISSING(
            TIMELINE_ENTRIES, any(SocialKeys.TIMELINE_ENTRY, entry -> !isOwn(entry)).delete()),
    OWN_ENTRY_MISSING(
            TIMELINE_ENTRIES, any(SocialKeys.TIMELINE_ENTRY, ItemCorruption::isOwn).delete()),
    ENTRY_WITHOUT_POST(
            STALE_ENTRIES,
            put(table -> entry(UserId.of("u1"), UserId.of("u1"), missingPost(table), table))),
    ENTRY_WITHOUT_FOLLOW(
            STALE_ENTRIES,
            any(SocialKeys.POST_COUNTER)
                    .put((counter, table) ->
                            entry(
                                    UserId.of(table.unusedId()),
                                    PostItems.authorIn(counter),
                                    PostItems.countedPost(counter),
                                    table))),
    JOB_STUCK(STUCK_JOBS, ItemCorruption::stuckJob),

    // favorites
    FAVORITE_ORDER(
            FAVORITE_ATTRIBUTES, any(FavoritesKeys.FAVORITE).replace(Index.LSI_ONE.sortKey())),
    FAVORITE_TYPE(
            FAVORITE_ATTRIBUTES, any(FavoritesKeys.FAVORITE).replace(Index.GSI_ONE.partitionKey())),
    FAVORITE_MISSING(ItemCorruption::deleteFavorite),
    FAVORITE_URL(
            FAVORITE_ATTRIBUTES,
            any(FavoritesKeys.FAVORITE, ItemCorruption::hasUrl)
                    .replace(Index.GSI_TWO.partitionKey())),
    TAG_ORDER(FAVORITE_ATTRIBUTES, any(FavoritesKeys.TAG).replace(Index.LSI_THREE.sortKey())),
    TAG_COUNT(
            TAG_COUNTS,
            any(FavoritesKeys.TAG_COUNT, ItemCorruption::isOpen).move(TagCountItems.COUNT)),
    TAG_COUNT_MISSING(
            TAG_COUNTS,
            any(FavoritesKeys.TAG_COUNT, count -> isOpen(count) && TagCountItems.count(count) != 0)
                    .delete()),
    TAG_COUNT_CLOSED(
            TAG_COUNTS,
            any(FavoritesKeys.TAG_COUNT, ItemCorruption::isOpen)
                    .update((_, update) ->
                            update.set(TagCountItems.CLOSED, TagCountItems.MERGING))),
    TAG_COUNT_ORPHAN(
            TAG_COUNTS,
            any(FavoritesKeys.TAG)
                    .put((tag, table) ->
                            Item.at(
                                            FavoritesKeys.TAG_COUNT.key(
                                                    FavoritesKeys.TAGS.parse(tag.key()),
                                                    FavoritesKeys.TAG.parse(
                                                            tag.key(), (_, id) -> id),
                                                    GenerationId.of(table.unusedId())))
                                    .with(TagCountItems.COUNT, 1)
                                    .build())),
    FAVORITE_USAGE(
            FavoritesChecks.FAVORITE_USAGE,
            any(FavoritesKeys.USAGE, ItemCorruption::hasFavoriteCount)
                    .write((usage, _) ->
                            Write.Update.of(usage.key())
                                    .set(
                                            QuotaUsage.FAVORITES,
                                            usage.number(QuotaUsage.FAVORITES)
                                                    + usage.number(QuotaUsage.CHANGES)
                                                    + 1))),
    FAVORITE_USAGE_MISSING(
            FavoritesChecks.FAVORITE_USAGE,
            any(FavoritesKeys.USAGE, ItemCorruption::hasFavoriteCount).delete()),
    TAG_MISSING(ItemCorruption::deleteTag),
    TAG_NAME_MISSING(TAG_NAMES, any(FavoritesKeys.TAG_NAME).delete()),
    TAG_NAME_OF_ANOTHER(ORPHAN_TAG_NAMES, any(FavoritesKeys.TAG_NAME).replace(TagItems.TAG_ID)),
    TAG_NAME_ORPHAN(
            ORPHAN_TAG_NAMES,
            any(FavoritesKeys.TAG)
                    .put((tag, table) -> {
                        var name = table.unusedId();
                        return Item.at(
                                        FavoritesKeys.TAG_NAME.key(
                                                FavoritesKeys.TAGS.parse(tag.key()), name))
                                .with(TagItems.TAG_ID, tag.key().sk())
                                .with(TagItems.TAG_NAME, name)
                                .build();
                    })),
    TAGGED_ORDER(TAG_EDGES, any(FavoritesKeys.TAGGED_FAVORITE).replace(Index.GSI_ONE.sortKey())),
    TAGGED_ORPHAN(
            TAG_EDGES,
            any(FavoritesKeys.FAVORITE)
                    .put((favorite, table) ->
                            TaggingItems.tagged(
                                    FavoritesKeys.FAVORITES.parse(favorite.key()),
                                    FavoriteItems.storedFavorite(favorite),
                                    TagId.of(table.unusedId()),
                                    GenerationId.of(table.unusedId())))),

    // fantasy; first the one for which few gamers qualify, those without a team sheet
    FIRST_SHEET_DANGLING(
            FantasyChecks.SHEET_CHAIN,
            any(FantasyKeys.GAMER, gamer -> !gamer.has(GamerItems.FIRST_SHEET))
                    .update((gamer, update) ->
                            update.set(GamerItems.FIRST_SHEET, Gameweek.NUMBER_MAX))),
    GAMER_TOTAL(FANTASY_ATTRIBUTES, any(FantasyKeys.GAMER).move(GamerItems.TOTAL_POINTS)),
    GAMER_LEAGUES(
            FantasyChecks.GAMER_LEAGUES,
            any(FantasyKeys.GAMER, gamer -> !gamer.texts(GamerItems.LEAGUES).isEmpty())
                    .update((gamer, update) -> update.set(GamerItems.LEAGUES, List.of()))),
    MEMBERSHIP_MISSING(table -> {
        var membership = table.pick(item -> FantasyKeys.MEMBERSHIP.is(item.key()));
        if (membership == null) {
            return Set.of();
        }
        table.write(Write.Delete.of(membership.key()));
        var gamer = FantasyKeys.GAMER.key(FantasyKeys.GAMERS.parse(membership.key()));
        return Set.of(Found.of(FantasyChecks.GAMER_LEAGUES, gamer));
    }),
    MEMBERSHIP_ORPHAN(
            STANDINGS,
            put(table ->
                    LeagueItems.membership(
                            new Membership(
                                    GamerId.of(table.unusedId()),
                                    LeagueId.of("pub"),
                                    table.now(),
                                    7,
                                    7,
                                    Gameweek.of(1),
                                    1,
                                    1,
                                    Scoring.CLASSIC)))),
    MEMBERSHIP_IN_NO_LEAGUE(table -> {
        var item = table.pick(one -> FantasyKeys.GAMER.is(one.key()));
        if (item == null) {
            return Set.of();
        }
        var league = LeagueId.of(table.unusedId());
        var before = GamerItems.gamer(item);
        var gamer = before.in(Stream.concat(before.leagues().stream(), Stream.of(league)).toList());
        table.write(GamerItems.leagues(gamer));
        var points = LeaguePoints.of(gamer, null);
        var membership =
                new Membership(
                        gamer.id(),
                        league,
                        table.now(),
                        points.total(),
                        points.last(),
                        points.gameweek(),
                        gamer.version(),
                        1,
                        Scoring.CLASSIC);
        var key = table.write(Write.Put.of(LeagueItems.membership(membership)));
        return Set.of(Found.of(STANDINGS, key));
    }),
    MEMBERSHIP_POINTS(STANDINGS, any(FantasyKeys.MEMBERSHIP).move(LeagueItems.TOTAL_POINTS)),
    MEMBERSHIP_GAMEWEEK_POINTS(
            STANDINGS, any(FantasyKeys.MEMBERSHIP).move(LeagueItems.GAMEWEEK_POINTS)),
    MEMBERSHIP_SCORING(
            STANDINGS,
            any(FantasyKeys.MEMBERSHIP, membership -> membership.has(LeagueItems.SCORING))
                    .update((_, update) -> update.remove(LeagueItems.SCORING))),
    MEMBERSHIP_GAMEWEEK(
            STANDINGS,
            any(FantasyKeys.MEMBERSHIP)
                    .update((_, update) -> update.set(LeagueItems.GAMEWEEK, 77))),
    MEMBERSHIP_ORDER(
            FANTASY_ATTRIBUTES, any(FantasyKeys.MEMBERSHIP).replace(Index.GSI_TWO.sortKey())),
    MEMBERSHIP_SHARDS(
            STANDINGS,
            any(FantasyKeys.MEMBERSHIP).update((_, update) -> update.set(LeagueItems.SHARDS, 16))),
    ALL_GAMERS_ENTRY_MISSING(
            FantasyChecks.ALL_GAMERS,
            any(FantasyKeys.GAMER)
                    .write((gamer, _) ->
                            Write.Delete.of(
                                    GamerItems.allGamersEntry(FantasyKeys.GAMER.parse(gamer.key()))
                                            .key()))),
    ALL_GAMERS_ENTRY_ORPHAN(
            FantasyChecks.ALL_GAMERS,
            put(table -> GamerItems.allGamersEntry(GamerId.of(table.unusedId())))),
    ALL_GAMERS_ENTRY_IN_WRONG_SHARD(
            FantasyChecks.ALL_GAMERS,
            any(FantasyKeys.GAMER)
                    .put((gamer, _) ->
                            Item.at(
                                            FantasyKeys.ALL_GAMERS_ENTRY.key(
                                                    GamerItems.ALL_GAMERS_SHARDS,
                                                    FantasyKeys.GAMER.parse(gamer.key())))
                                    .build())),
    GAMEWEEK_COPY(
            FantasyChecks.GAMEWEEK_COPIES,
            put(table ->
                    GameweekItems.copy(
                            FantasyKeys.GAMEWEEK_COPY.key(Gameweek.of(1), 0),
                            GameweekState.declared(
                                    Gameweek.of(1), table.now(), new TransferRule.None())))),
    SHEET_POINTS(
            FantasyChecks.SHEET_POINTS,
            any(FantasyKeys.TEAM_SHEET, sheet -> sheet.has(SheetItems.POINTS))
                    .move(SheetItems.POINTS)),
    SHEET_SCORES(
            FantasyChecks.SHEET_POINTS,
            any(FantasyKeys.TEAM_SHEET, sheet -> sheet.has(SheetItems.SCORES))
                    .update((_, update) ->
                            update.set(SheetItems.SCORES, "1 1" + " 99 1".repeat(14)))),
    SHEET_POINTER_MISSING(
            FantasyChecks.SHEET_CHAIN,
            any(FantasyKeys.TEAM_SHEET, sheet -> sheet.has(SheetItems.FOLLOWED_BY))
                    .update((_, update) -> update.remove(SheetItems.FOLLOWED_BY))),
    LAST_SHEET_DANGLING(
            FantasyChecks.SHEET_CHAIN,
            any(FantasyKeys.TEAM_SHEET, sheet -> !sheet.has(SheetItems.FOLLOWED_BY))
                    .update((_, update) ->
                            update.set(SheetItems.FOLLOWED_BY, Gameweek.NUMBER_MAX))),
    FIRST_SHEET(
            FantasyChecks.SHEET_CHAIN,
            any(FantasyKeys.GAMER, gamer -> gamer.has(GamerItems.FIRST_SHEET))
                    .move(GamerItems.FIRST_SHEET)),
    FOOTBALLER_TOTAL(
            FANTASY_ATTRIBUTES, any(FantasyKeys.FOOTBALLER).move(FootballerItems.TOTAL_POINTS)),
    FOOTBALLER_POSITION(
            FANTASY_ATTRIBUTES, any(FantasyKeys.FOOTBALLER).replace(Index.GSI_ONE.partitionKey())),
    FOOTBALLER_POINTS(
            FantasyChecks.FOOTBALLER_POINTS,
            any(FantasyKeys.FOOTBALLER)
                    .write((footballer, _) ->
                            FootballerItems.points(
                                    FootballerItems.footballer(footballer)
                                            .scored(Gameweek.of(9), 7)))),
    FIXTURE_POINTS_COPY_MISSING(
            FantasyChecks.FIXTURE_POINTS,
            any(FantasyKeys.FIXTURE_POINTS).write((points, _) -> Write.Delete.of(copyKey(points)))),
    FIXTURE_POINTS_COPY(
            FantasyChecks.FIXTURE_POINTS,
            any(FantasyKeys.FIXTURE_POINTS)
                    .write((points, _) ->
                            Write.Update.of(copyKey(points)).set(FixtureItems.POINTS, 99))),
    FIXTURE_POINTS_COPY_ORPHAN(
            FantasyChecks.FIXTURE_POINTS,
            any(FantasyKeys.FIXTURE_POINTS)
                    .put((points, table) ->
                            FixtureItems.fixturePoints(
                                            FootballerId.of(table.unusedId()),
                                            Gameweek.of(1),
                                            FixtureItems.fixturePoints(points))
                                    .getLast())),
    SCORE_DISTRIBUTION_OF_SMALL_LEAGUE(
            SCORE_DISTRIBUTIONS,
            any(FantasyKeys.LEAGUE)
                    .put((league, _) ->
                            LeagueItems.scoreDistribution(
                                    FantasyKeys.LEAGUE.parse(league.key()),
                                    ScoreDistribution.EMPTY))),
    LARGE_LEAGUE_ORPHAN(
            SCORE_DISTRIBUTIONS,
            put(table ->
                    Item.at(FantasyKeys.LARGE_LEAGUE.key(LeagueId.of(table.unusedId()))).build())),
    REPORT_ORDER(REPORT_INDEX, any(SocialKeys.REPORTED_TARGET).replace(Index.GSI_ONE.sortKey()));

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Function<CorruptedTable, Set<Found>> apply;

    ItemCorruption(Check check, CorruptingWrite change) {
        this(table -> change.found(check, table));
    }

    ItemCorruption(Function<CorruptedTable, Set<Found>> apply) {
        this.apply = apply;
    }

    @Override
    public Set<Found> applyTo(CorruptedTable table) {
        return apply.apply(table);
    }

    private static Write copied(Item copy, Audience audience) {
        return audience.in(Write.Update.of(copy.key()));
    }

    static Write marked(Item row) {
        return new Standing(false, true, 1).mark(Write.Update.of(row.key()));
    }

    static PostId missingPost(CorruptedTable table) {
        return PostId.of("gone" + table.unusedId());
    }

    private static Item entry(UserId reader, UserId author, PostId post, CorruptedTable table) {
        return TimelineItems.timelineEntry(new TimelineEntry(reader, author, post, table.now()));
    }

    static Item inactive(Item row, CorruptedTable table) {
        return Ledger.row(row.key(), false, Ledger.sequence(row), table.now());
    }

    /// Saves a job nine hours ago.
    private static Key stuckJob(CorruptedTable table) {
        var work = new SocialWork.ErasePost(missingPost(table), table.unusedId());
        return table.write(table.jobs(Duration.ofHours(9)).start(work));
    }

    /// Deletes a favorite and leaves the items that are derived from it.
    private static Set<Found> deleteFavorite(CorruptedTable table) {
        var favorite =
                table.pick(item ->
                        FavoritesKeys.FAVORITE.is(item.key())
                                && table.first(other -> isTagging(other, item.key())) != null);
        if (favorite == null) {
            return Set.of();
        }
        var key = table.write(Write.Delete.of(favorite.key()));
        return table.findings(item -> {
            if (item.key().equals(FavoritesKeys.USAGE.key(FavoritesKeys.FAVORITES.parse(key)))) {
                return item.number(QuotaUsage.CHANGES) == 0 ? FavoritesChecks.FAVORITE_USAGE : null;
            }
            return isTagging(item, key) ? TAG_EDGES : null;
        });
    }

    private static boolean isTagging(Item item, Key favorite) {
        var taggings =
                FavoritesKeys.TAGGED.of(
                        FavoritesKeys.FAVORITES.parse(favorite),
                        FavoritesKeys.FAVORITE.parse(favorite, (_, id) -> id));
        return item.key().pk().equals(taggings.pk());
    }

    /// Deletes a tag and leaves the items that are derived from it.
    private static Set<Found> deleteTag(CorruptedTable table) {
        var tag = table.pick(item -> FavoritesKeys.TAG.is(item.key()));
        if (tag == null) {
            return Set.of();
        }
        var key = table.write(Write.Delete.of(tag.key()));
        return table.findings(item -> {
            if (FavoritesKeys.TAGGED_FAVORITE.is(item.key())) {
                var ofRow =
                        FavoritesKeys.TAGGED_FAVORITE.parse(
                                item.key(), (user, _, id) -> FavoritesKeys.TAG.key(user, id));
                return ofRow.equals(key) ? TAG_EDGES : null;
            }
            if (FavoritesKeys.TAG_NAME.is(item.key())) {
                var ofName =
                        FavoritesKeys.TAG.key(
                                FavoritesKeys.TAG_NAMES.parse(item.key()),
                                TagItems.tagOfName(item));
                return ofName.equals(key) ? ORPHAN_TAG_NAMES : null;
            }
            if (FavoritesKeys.TAG_COUNT.is(item.key())) {
                var ofCount =
                        FavoritesKeys.TAG_COUNT.parse(
                                item.key(), (user, id, _) -> FavoritesKeys.TAG.key(user, id));
                return ofCount.equals(key) && isOpen(item) ? TAG_COUNTS : null;
            }
            return null;
        });
    }

    private static Key copyKey(Item points) {
        return FantasyKeys.FIXTURE_POINTS.parse(
                points.key(),
                (footballer, gameweek, fixture) ->
                        FantasyKeys.GAMEWEEK_FIXTURE_POINTS.key(gameweek, footballer, fixture));
    }

    private static boolean isUserCounts(Item item) {
        return item.has(UserItems.FOLLOWING_COUNT);
    }

    private static boolean isOpen(Item count) {
        return !count.has(TagCountItems.CLOSED);
    }

    static boolean isActive(Item row) {
        return row.flag(Ledger.ON);
    }

    private static boolean hasFavoriteCount(Item usage) {
        return usage.has(QuotaUsage.FAVORITES);
    }

    private static boolean hasUrl(Item favorite) {
        return favorite.has(FavoriteItems.CONTENT_URL);
    }

    private static boolean isOwn(Item entry) {
        return SocialKeys.TIMELINE.parse(entry.key()).equals(TimelineItems.authorOf(entry));
    }
}
