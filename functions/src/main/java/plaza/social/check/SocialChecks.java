package plaza.social.check;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import plaza.audit.Check;
import plaza.audit.ContextChecks;
import plaza.audit.CountAudit;
import plaza.audit.DerivedAttributesAudit;
import plaza.audit.LedgerAudit;
import plaza.audit.LeftoversAudit;
import plaza.job.Work;
import plaza.social.follow.FollowRequestItems;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.notice.NoticeItems;
import plaza.social.report.ReportItems;
import plaza.social.standing.MarkedRows;
import plaza.social.timeline.PostEdges;
import plaza.table.Family;
import plaza.table.Key;
import plaza.tally.CountedEdge;

/// The checks of the social context.
public final class SocialChecks implements ContextChecks {
    /// The cause of an erasure that a repair starts.
    private static final String REPAIR = "reconcile";

    public static final Check FOLLOW_EDGES =
            Check.ofLists(
                            "followEdges",
                            new FollowEdgesAudit(),
                            SocialKeys.FOLLOWING,
                            SocialKeys.FOLLOWERS)
                    .rule("The lists of followers agree with the lists of followed users.")
                    .repair("puts or deletes the entry in the list of followers");

    public static final Check GATES =
            Check.ofLists(
                            "gates",
                            new GatesAudit(),
                            SocialKeys.USERS,
                            SocialKeys.BLOCKS,
                            SocialKeys.MUTES,
                            SocialKeys.FOLLOWING)
                    .rule("Gates and follows agree with the lists of blocked and muted users.")
                    .repair("adds or removes the user, sets or removes the mark");

    public static final Check STANDING_COPIES =
            Check.ofLists(
                            "standingCopies",
                            new StandingCopiesAudit(),
                            Stream.concat(
                                            Stream.of(SocialKeys.POSTS, SocialKeys.NAME_WORDS),
                                            MarkedRows.ALL.stream().map(MarkedRows::family))
                                    .toList())
                    .eventually()
                    .rule(
                            "Posts have the audience of their author's standing, and rows of"
                                    + " suspended users are marked.")
                    .repair("sets the copy, and changes the count of what it hides or shows");

    public static final Check NAME_WORDS =
            Check.ofLists(
                            "nameWords",
                            new NameWordsAudit(),
                            SocialKeys.USERS,
                            SocialKeys.NAME_WORDS)
                    .rule(
                            "Search finds every user by the words of their name and by their id, and by no others.")
                    .repair("puts or deletes the word");

    public static final Check POST_COUNTERS =
            Check.ofLists("postCounters", new PostCountersAudit(), SocialKeys.POSTS)
                    .rule("Every post has a counter of its " + names("%ss", ", ") + " and replies.")
                    .repair("creates the counter from its ledger");

    public static final Check ORPHAN_POST_COUNTERS =
            Check.ofLists("orphanPostCounters", new OrphanCountersAudit(), SocialKeys.POST_COUNTERS)
                    .rule("Every counter of a post has a post.")
                    .repair("deletes the counter");

    public static final Check REPLY_EDGES =
            Check.ofLists("replyEdges", new ReplyEdgesAudit(), SocialKeys.POSTS, SocialKeys.REPLIES)
                    .rule(
                            "The lists of replies have every reply whose parent exists, and no other.")
                    .repair("puts or deletes the entry");

    public static final Check REQUEST_INDEX =
            Check.ofLists(
                            "requestIndex",
                            new DerivedAttributesAudit(request ->
                                    FollowRequestItems.request(
                                            FollowRequestItems.request(request))),
                            SocialKeys.REQUESTS)
                    .rule("The index keys of follow requests follow from other attributes.")
                    .repair("sets them");

    public static final Check REPORT_INDEX =
            Check.ofLists(
                            "reportIndex",
                            new DerivedAttributesAudit(
                                    target -> ReportItems.reported(ReportItems.reported(target))),
                            SocialKeys.REPORTED)
                    .rule(
                            "The index keys of reported posts and users follow from other attributes.")
                    .repair("sets them");

    public static final Check TIMELINE_ENTRIES =
            Check.ofLists(
                            "timelineEntries",
                            new TimelineEntriesAudit(),
                            SocialKeys.FOLLOWING,
                            SocialKeys.POSTS)
                    .rule("Timelines have the reader's posts and those of followed authors.")
                    .repair("puts the entry, if post and follow still exist");

    public static final Check STALE_ENTRIES =
            Check.ofLists("staleEntries", new StaleEntriesAudit(), SocialKeys.TIMELINE)
                    .eventually()
                    .rule("Every timeline entry has a post, and its author is followed.")
                    .repair("deletes the entry");

    public static final Check NOTICES =
            Check.ofLists(
                            "notifications",
                            new NoticesAudit(),
                            SocialKeys.FOLLOWING,
                            SocialKeys.REQUESTS,
                            SocialKeys.POSTS,
                            SocialKeys.LIKES)
                    .rule(
                            "Users are notified of the follows, requests, replies, mentions and"
                                    + " likes of the last 90 days.")
                    .repair("puts the notification, at the time of what it refers to");

    public static final Check STALE_NOTICES =
            Check.ofLists("staleNotifications", new StaleNoticesAudit(), SocialKeys.NOTICES)
                    .eventually()
                    .rule(
                            "Every notification has its post, follow or request, or names users who"
                                    + " like the post.")
                    .repair("deletes the notification, or names others who like the post");

    public static final Check NOTICE_INDEX =
            Check.ofLists(
                            "notificationIndex",
                            new DerivedAttributesAudit(item ->
                                    SocialKeys.NOTICES_SEEN.is(item.key())
                                            ? null
                                            : NoticeItems.item(NoticeItems.notice(item))),
                            SocialKeys.NOTICES)
                    .rule("The index keys of notifications follow from other attributes.")
                    .repair("sets them");

    public static final Check USER_COUNTS =
            Check.ofCounts("userCounts", new UserCountsAudit(), SocialKeys.USERS)
                    .after(FOLLOW_EDGES)
                    .rule(
                            "A user's three counts are the numbers of entries of the user's three lists"
                                    + " that are not hidden.")
                    .repair("sets the count, if it has not moved or been repaired since");

    public static final Check REPLY_COUNTS =
            Check.ofCounts("replyCounts", new ReplyCountsAudit(), SocialKeys.POST_COUNTERS)
                    .after(ORPHAN_POST_COUNTERS, REPLY_EDGES)
                    .rule("A reply count is the number of replies in the list that are not hidden.")
                    .repair(USER_COUNTS.repair());

    /// A post without its counter would look deleted.
    public static final Check LEFTOVERS =
            Check.ofCounts("leftovers", leftovers(), edgesAndLedgers())
                    .eventually()
                    .after(POST_COUNTERS, ORPHAN_POST_COUNTERS)
                    .rule(
                            "Every "
                                    + names("%s", ", ")
                                    + ", ledger row and entry of a reply has a post.")
                    .repair("starts the job that follows a deletion");

    private static final List<Check> ALL =
            Stream.of(
                            Stream.of(
                                    FOLLOW_EDGES,
                                    GATES,
                                    STANDING_COPIES,
                                    NAME_WORDS,
                                    POST_COUNTERS,
                                    ORPHAN_POST_COUNTERS),
                            PostEdges.ALL.stream().map(LedgerAudit::check),
                            Stream.of(REPLY_EDGES),
                            PostEdges.ALL.stream().flatMap(SocialChecks::index),
                            Stream.of(REQUEST_INDEX, REPORT_INDEX, TIMELINE_ENTRIES, STALE_ENTRIES),
                            Stream.of(NOTICES, STALE_NOTICES, NOTICE_INDEX),
                            Stream.of(USER_COUNTS, REPLY_COUNTS),
                            PostEdges.ALL.stream().map(SocialChecks::counts),
                            Stream.of(LEFTOVERS))
                    .flatMap(checks -> checks)
                    .toList();

    @Override
    public List<Check> checks() {
        return ALL;
    }

    @Override
    public Set<Family> underived() {
        return Set.of(SocialKeys.REPORTS);
    }

    private static String names(String format, String separator) {
        return PostEdges.ALL.stream()
                .map(edge -> format.formatted(edge.name()))
                .collect(joining(separator));
    }

    private static Stream<Check> index(CountedEdge edge) {
        var byUser = edge.byUser();
        return byUser == null
                ? Stream.of()
                : Stream.of(
                        Check.ofLists(
                                        edge.name() + "Index",
                                        new DerivedAttributesAudit(byUser.rebuilt()),
                                        edge.edges())
                                .rule(
                                        "The index keys of %ss follow from other attributes."
                                                .formatted(edge.name()))
                                .repair("sets them"));
    }

    private static Check counts(CountedEdge edge) {
        return edge.expires()
                ? Check.ofCounts(
                                edge.name() + "Counts",
                                new ExpiringCountAudit(edge),
                                edge.counters())
                        .rule(
                                "A %s count is what the ledger rows count, or more once rows expire."
                                        .formatted(edge.name()))
                        .repair(USER_COUNTS.repair())
                : CountAudit.check(edge);
    }

    /// The erasure that the deletion should have started has another cause, so it is another job.
    private static LeftoversAudit leftovers() {
        Function<Key, Work> erasure =
                counter -> new SocialWork.ErasePost(SocialKeys.POST_COUNTER.parse(counter), REPAIR);
        return new LeftoversAudit(
                item -> SocialKeys.POST_COUNTER.key(PostEdges.postOf(item.key())),
                "the post does not exist",
                erasure,
                counter ->
                        List.of(
                                new SocialWork.ErasePost(
                                                SocialKeys.POST_COUNTER.parse(counter),
                                                SocialWork.ErasePost.DELETED)
                                        .key(),
                                erasure.apply(counter).key()));
    }

    private static List<Family> edgesAndLedgers() {
        return Stream.concat(
                        PostEdges.ALL.stream()
                                .flatMap(edge -> Stream.of(edge.edges(), edge.ledger())),
                        Stream.of(SocialKeys.REPLIES))
                .toList();
    }
}
