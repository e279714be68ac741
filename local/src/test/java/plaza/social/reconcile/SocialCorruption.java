package plaza.social.reconcile;

import static plaza.reconcile.CorruptingWrite.any;
import static plaza.reconcile.CorruptingWrite.put;
import static plaza.social.check.SocialChecks.FOLLOW_EDGES;
import static plaza.social.check.SocialChecks.GATES;
import static plaza.social.check.SocialChecks.LEFTOVERS;
import static plaza.social.check.SocialChecks.NAME_WORDS;
import static plaza.social.check.SocialChecks.NOTICES;
import static plaza.social.check.SocialChecks.NOTICE_INDEX;
import static plaza.social.check.SocialChecks.ORPHAN_POST_COUNTERS;
import static plaza.social.check.SocialChecks.POST_COUNTERS;
import static plaza.social.check.SocialChecks.REPLY_COUNTS;
import static plaza.social.check.SocialChecks.REPLY_EDGES;
import static plaza.social.check.SocialChecks.REPORT_INDEX;
import static plaza.social.check.SocialChecks.REQUEST_INDEX;
import static plaza.social.check.SocialChecks.STALE_ENTRIES;
import static plaza.social.check.SocialChecks.STALE_NOTICES;
import static plaza.social.check.SocialChecks.STANDING_COPIES;
import static plaza.social.check.SocialChecks.TIMELINE_ENTRIES;
import static plaza.social.check.SocialChecks.USER_COUNTS;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import plaza.audit.Check;
import plaza.id.UserId;
import plaza.reconcile.CorruptedTable;
import plaza.reconcile.CorruptingWrite;
import plaza.reconcile.Corruption;
import plaza.reconcile.EdgeCorruption;
import plaza.reconcile.ReconcileRun.Found;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.gate.Audience;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.notice.Notice;
import plaza.social.notice.Notice.Kind;
import plaza.social.notice.NoticeItems;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.timeline.TimelineEntry;
import plaza.social.timeline.TimelineItems;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.TableSchema.Index;
import plaza.table.Write;
import plaza.tally.CountedEdge;

/// The corruptions of one kind of item each.
public enum SocialCorruption implements Corruption {
    FOLLOWER_COUNT(USER_COUNTS, any(SocialCorruption::isUserCounts).move(UserItems.FOLLOWER_COUNT)),
    FOLLOWING_COUNT(
            USER_COUNTS, any(SocialCorruption::isUserCounts).move(UserItems.FOLLOWING_COUNT)),
    POST_COUNT(USER_COUNTS, any(SocialCorruption::isUserCounts).move(UserItems.POST_COUNT)),
    USER_COUNTS_MISSING(USER_COUNTS, any(SocialCorruption::isUserCounts).delete()),
    FOLLOWER_MISSING(FOLLOW_EDGES, any(SocialKeys.FOLLOWER).delete()),
    FOLLOWER_ORPHAN(
            FOLLOW_EDGES,
            any(SocialCorruption::isUserCounts)
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
            any(SocialCorruption::isUserCounts)
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
            TIMELINE_ENTRIES, any(SocialKeys.TIMELINE_ENTRY, SocialCorruption::isOwn).delete()),
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
    NOTICE_OF_LIKES_MISSING(NOTICES, any(SocialKeys.NOTICE_OF_LIKES).delete()),
    NOTICE_OF_REPLY_MISSING(NOTICES, any(SocialKeys.NOTICE_OF_REPLY).delete()),
    NOTICE_OF_MENTION_MISSING(NOTICES, any(SocialKeys.NOTICE_OF_MENTION).delete()),
    NOTICE_OF_FOLLOW_MISSING(NOTICES, any(SocialKeys.NOTICE_OF_FOLLOW).delete()),
    NOTICE_OF_REQUEST_MISSING(NOTICES, any(SocialKeys.NOTICE_OF_REQUEST).delete()),
    NOTICE_OF_EARLIER_FOLLOW(
            NOTICES,
            any(SocialKeys.NOTICE_OF_FOLLOW)
                    .update((notice, update) ->
                            update.set("causedAt", notice.number("causedAt") - 1))),
    NOTICE_OF_OTHER_LIKES(
            STALE_NOTICES,
            any(SocialKeys.NOTICE_OF_LIKES)
                    .write((notice, table) ->
                            Write.Update.of(notice.key())
                                    .set(NoticeItems.ACTORS, List.of(table.unusedId())))),
    NOTICE_OF_NO_LIKES(STALE_NOTICES, notice(Kind.LIKE)),
    NOTICE_WITHOUT_REPLY(STALE_NOTICES, notice(Kind.REPLY)),
    NOTICE_WITHOUT_MENTION(STALE_NOTICES, notice(Kind.MENTION)),
    NOTICE_WITHOUT_FOLLOW(STALE_NOTICES, notice(Kind.FOLLOW)),
    NOTICE_WITHOUT_REQUEST(STALE_NOTICES, notice(Kind.FOLLOW_REQUEST)),
    NOTICE_ORDER(NOTICE_INDEX, any(SocialKeys.NOTICE_OF_FOLLOW).replace(Index.LSI_ONE.sortKey())),
    REPORT_ORDER(REPORT_INDEX, any(SocialKeys.REPORTED_TARGET).replace(Index.GSI_ONE.sortKey()));

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Function<CorruptedTable, Set<Found>> apply;

    SocialCorruption(Check check, CorruptingWrite change) {
        this(table -> change.found(check, table));
    }

    SocialCorruption(Function<CorruptedTable, Set<Found>> apply) {
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
        return new Standing(false, true, false, null, 1).mark(Write.Update.of(row.key()));
    }

    static PostId missingPost(CorruptedTable table) {
        return PostId.of("gone" + table.unusedId());
    }

    /// A notification of what an unknown user did.
    private static CorruptingWrite notice(Kind kind) {
        return put(table -> {
            var ofUser = kind == Kind.FOLLOW || kind == Kind.FOLLOW_REQUEST;
            return NoticeItems.item(
                    new Notice(
                            UserId.of("u1"),
                            kind,
                            ofUser ? null : missingPost(table),
                            List.of(UserId.of(table.unusedId())),
                            ofUser ? table.now() : null,
                            table.now()));
        });
    }

    private static Item entry(UserId reader, UserId author, PostId post, CorruptedTable table) {
        return TimelineItems.timelineEntry(new TimelineEntry(reader, author, post, table.now()));
    }

    /// The corruptions of the edges of a declaration.
    public static Stream<Corruption> ofEdge(CountedEdge edge) {
        var ofAll =
                EdgeCorruption.of(
                        edge, LEFTOVERS, table -> SocialKeys.POST_COUNTER.key(missingPost(table)));
        var byUser = edge.byUser();
        return byUser == null
                ? ofAll
                : Stream.concat(
                        ofAll,
                        Stream.of(
                                EdgeCorruption.of(
                                        edge,
                                        "MARKED",
                                        STANDING_COPIES,
                                        any(item ->
                                                        edge.edges().matches(item.key().pk())
                                                                && item.has(
                                                                        byUser.list()
                                                                                .index()
                                                                                .sortKey()))
                                                .write((item, _) -> marked(item)))));
    }

    private static boolean isUserCounts(Item item) {
        return item.has(UserItems.FOLLOWING_COUNT);
    }

    private static boolean isOwn(Item entry) {
        return SocialKeys.TIMELINE.parse(entry.key()).equals(TimelineItems.authorOf(entry));
    }
}
