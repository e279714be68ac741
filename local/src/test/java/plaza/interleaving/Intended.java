package plaza.interleaving;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.key.FantasyKeys;
import plaza.favorites.key.FavoritesKeys;
import plaza.social.key.SocialKeys;
import plaza.social.timeline.PostEdges;
import plaza.table.ItemKind;
import plaza.tally.CountedEdge;

/// A difference between interleaved and serial operations that is intended.
///
/// @param interrupted the beginning of the name of the operation that is interrupted
/// @param between a part of the name of the operation that runs in the gap
/// @param allowed what may differ; the operations fail if anything else differs
record Intended(String interrupted, String between, String reason, List<Allowed> allowed) {
    private Intended(String interrupted, String between, String reason, Allowed... allowed) {
        this(interrupted, between, reason, List.of(allowed));
    }

    /// An item or a response that may differ from that of a serial order.
    ///
    /// @param kind the kind of the item; null for a response
    /// @param attributes the attributes that may differ; empty if the item may exist or not
    private record Allowed(@Nullable ItemKind kind, Set<String> attributes) {
        static Allowed existence(ItemKind kind) {
            return new Allowed(kind, Set.of());
        }

        static Allowed of(ItemKind kind, String... attributes) {
            return new Allowed(kind, Set.of(attributes));
        }

        static Allowed response() {
            return new Allowed(null, Set.of());
        }

        boolean explains(Result.Difference difference) {
            return (kind == null ? difference.isResponse() : difference.isOf(kind))
                    && attributes.isEmpty() == difference.attributes().isEmpty()
                    && attributes.containsAll(difference.attributes());
        }
    }

    /// The state after an operation of which the stream functions gave up all records.
    private static final Pattern LOST = Pattern.compile("\\[(.*); " + State.LOST + "]");

    private static final List<Allowed> PROGRESS =
            List.of(Allowed.of(FavoritesKeys.CHANGE_RECORD, "changed", "skipped", "state"));

    private static final List<Allowed> FOUND =
            List.of(
                    Allowed.response(),
                    Allowed.of(FavoritesKeys.CHANGE_PART, "hits"),
                    Allowed.existence(FavoritesKeys.CHANGE_PART),
                    Allowed.of(FavoritesKeys.CHANGE_RECORD, "changed", "skipped", "matched"));

    /// The favorites of an import that a search did not find.
    private static final List<Allowed> FOUND_WITHOUT_IMPORT =
            List.of(
                    Allowed.response(),
                    Allowed.of(FavoritesKeys.CHANGE_PART, "hits"),
                    Allowed.existence(FavoritesKeys.CHANGE_PART),
                    Allowed.of(FavoritesKeys.CHANGE_RECORD, "changed", "skipped", "matched"),
                    Allowed.existence(FavoritesKeys.FAVORITE),
                    Allowed.existence(FavoritesKeys.TAGGED_FAVORITE),
                    Allowed.existence(FavoritesKeys.TAG),
                    Allowed.existence(FavoritesKeys.TAG_COUNT),
                    Allowed.of(FavoritesKeys.TAG_COUNT, "favoriteCount"),
                    // ids of favorites that the search found or not, which are numbered differently
                    Allowed.of(FavoritesKeys.FAVORITE, "generation"),
                    Allowed.of(FavoritesKeys.TAGGED_FAVORITE, "favoriteGeneration"));

    private static final String BEFORE_ITS_TURN =
            "A bulk change searches before it waits for its turn, so it does not affect a favorite"
                    + " that was added meanwhile.";

    private static final String SKIPPED =
            "A bulk change skips a favorite that was unclipped since the search, and stops if its"
                    + " tag accepts no favorites. Its record says so.";

    private static final String MERGED =
            "A bulk change removes the taggings of the tag that the request names, and not those of"
                    + " a tag into which it has been merged since.";

    private static final String TAGS_OF_AN_IMPORT =
            "A Query is not one moment: of the tags that an import gives a favorite meanwhile, a"
                    + " request that replaces them may remove some.";

    private static final String EARLIER_COUNTS =
            "The response to PutUserInfo has the counts as they were when the request began.";

    private static final Allowed[] SOME_TAGS = {
        Allowed.existence(FavoritesKeys.TAGGED_FAVORITE),
        Allowed.existence(FavoritesKeys.TAG_COUNT),
        Allowed.of(FavoritesKeys.TAG_COUNT, "favoriteCount")
    };

    private static final List<Intended> OF_SINGLE_ROUTES =
            List.of(
                    new Intended("ClipFavorite (", "ImportBookmarks", TAGS_OF_AN_IMPORT, SOME_TAGS),
                    new Intended(
                            "PatchFavorite (", "ImportBookmarks", TAGS_OF_AN_IMPORT, SOME_TAGS),
                    new Intended("ChangeFavorites", "ChangeFavorites", BEFORE_ITS_TURN, FOUND),
                    new Intended(
                            "ChangeFavorites",
                            "ImportBookmarks",
                            BEFORE_ITS_TURN,
                            FOUND_WITHOUT_IMPORT),
                    new Intended("ChangeFavorites", "UndoImport", BEFORE_ITS_TURN, FOUND),
                    new Intended("ChangeFavorites", "ClipFavorite", BEFORE_ITS_TURN, FOUND),
                    new Intended("ChangeFavorites", "UnclipFavorite", SKIPPED, PROGRESS),
                    new Intended("ChangeFavorites", "Tag", SKIPPED, PROGRESS),
                    new Intended(
                            "ChangeFavorites",
                            "MergeTag",
                            MERGED,
                            Allowed.existence(FavoritesKeys.CHANGE_RECORD),
                            Allowed.existence(FavoritesKeys.CHANGE_PART)),
                    new Intended(
                            "MergeTag",
                            "ChangeFavorites",
                            MERGED,
                            Allowed.existence(FavoritesKeys.CHANGE_RECORD),
                            Allowed.existence(FavoritesKeys.CHANGE_PART)),
                    new Intended(
                            "UndoImport",
                            "+TagFavorite",
                            "The job asks for each tag when it reaches it, and keeps a tag that a"
                                    + " user has used since the job began.",
                            Allowed.of(FavoritesKeys.IMPORT_RECORD, "removed")),
                    new Intended(
                            "",
                            "LeaveLeague",
                            "Lambda repeats the record of a count while the first attempt still"
                                    + " runs, and that attempt is the last to write its result."
                                    + " Reconcile has the league counted again.",
                            Allowed.existence(FantasyKeys.SCORE_DISTRIBUTION),
                            Allowed.of(FantasyKeys.SCORE_DISTRIBUTION, "now", "before")),
                    new Intended(
                            "LeaveLeague",
                            "between invocations: LeaveLeague",
                            "A league is divided if it is large when its job counts it, which may be"
                                    + " before or after members leave.",
                            Allowed.of(FantasyKeys.LEAGUE, "shards"),
                            Allowed.existence(FantasyKeys.MEMBERSHIP),
                            Allowed.existence(FantasyKeys.LARGE_LEAGUE),
                            Allowed.existence(FantasyKeys.SCORE_DISTRIBUTION)),
                    new Intended(
                            "CloseReports (suspend)",
                            "RecordViews",
                            "The posts of a suspended user are marked one after the other. Until"
                                    + " then, views of the others are counted.",
                            Allowed.of(SocialKeys.POST_COUNTER, "viewCount"),
                            Allowed.existence(SocialKeys.VIEW),
                            Allowed.existence(SocialKeys.VIEW_LEDGER_ROW)),
                    new Intended(
                            "RecordViews",
                            "CloseReports (suspend)",
                            "The posts of one request are read one after the other, and each is"
                                    + " seen or not.",
                            Allowed.response(),
                            Allowed.of(SocialKeys.POST_COUNTER, "viewCount"),
                            Allowed.existence(SocialKeys.VIEW),
                            Allowed.existence(SocialKeys.VIEW_LEDGER_ROW)),
                    new Intended(
                            "JoinLeague",
                            "DeleteLeague",
                            "A member whose league is deleted while it is read may join it once"
                                    + " more. The stream removes the membership again.",
                            Allowed.response()),
                    new Intended("PutUserInfo", "FollowUser", EARLIER_COUNTS, Allowed.response()),
                    new Intended("FollowUser", "PutUserInfo", EARLIER_COUNTS, Allowed.response()),
                    new Intended("PutUserInfo", "CreatePost", EARLIER_COUNTS, Allowed.response()),
                    new Intended(
                            "CloseReports (suspend)",
                            "PutUserInfo",
                            "The follows of a suspended user are hidden one after the other. Until"
                                    + " then, another user counts the others.",
                            Allowed.response()),
                    entryLeft("", "UnfollowUser"),
                    entryLeft("", "RemoveFollower"),
                    entryLeft("", "BlockUser"),
                    // the backfill of the new follower
                    entryLeft("AcceptFollowRequest", "DeletePost"),
                    entryLeft("FollowUser", "DeletePost"));

    static final List<Intended> OF_REQUESTS =
            Stream.concat(
                            OF_SINGLE_ROUTES.stream(),
                            PostEdges.ALL.stream().flatMap(Intended::markMissing))
                    .toList();

    static final List<Intended> OF_REPAIRS =
            List.of(
                    new Intended(
                            "ChangeFavorites",
                            "Reconcile (favoriteAttributes)",
                            "A Query is not one moment: it may return a favorite twice, or not at"
                                    + " all, that a repair of its order moves meanwhile.",
                            FOUND));

    static final List<Intended> ALL =
            Stream.concat(OF_REQUESTS.stream(), OF_REPAIRS.stream()).toList();

    private static Stream<Intended> markMissing(CountedEdge edge) {
        return edge.byUser() == null
                ? Stream.of()
                : EdgeRoutes.adding(edge)
                        .map(route ->
                                new Intended(
                                        route,
                                        "CloseReports (suspend)",
                                        "An edge that is written after the job has marked its"
                                                + " user's edges has no mark until Reconcile runs,"
                                                + " and counts until then.",
                                        Allowed.of(edge.edges().kinds().getFirst(), "suspended"),
                                        Allowed.of(
                                                edge.counters().kinds().getFirst(),
                                                edge.attribute()),
                                        Allowed.existence(edge.counters().kinds().getFirst()),
                                        Allowed.existence(edge.ledger().kinds().getFirst())));
    }

    private static Intended entryLeft(String interrupted, String between) {
        return new Intended(
                interrupted,
                between,
                "An entry that its reader does not see may be left; it expires.",
                Allowed.existence(SocialKeys.TIMELINE_ENTRY));
    }

    /// Whether a result differs from that of one allowed order only as intended.
    boolean explains(Explorer.Difference difference) {
        return delivered(difference.interrupted(), difference).startsWith(interrupted)
                && delivered(difference.between(), difference).contains(between)
                && difference.orders().values().stream()
                        .anyMatch(differences ->
                                differences.stream()
                                        .allMatch(one ->
                                                allowed.stream()
                                                        .anyMatch(each -> each.explains(one))));
    }

    /// Redrive does what the stream functions would have done after the operation whose records
    /// they gave up.
    private static String delivered(String operation, Explorer.Difference difference) {
        var lost = LOST.matcher(difference.where());
        return lost.find() ? operation.replace("Redrive", lost.group(1)) : operation;
    }
}
