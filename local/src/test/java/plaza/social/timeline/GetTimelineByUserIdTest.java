package plaza.social.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

class GetTimelineByUserIdTest {
    @RegisterExtension private static final TestBed bed = new TestBed();

    @Test
    void itListsThePostsOfFolloweesAndTheReaderNewestFirst() {
        bed.users("ann", "ben", "cat");
        bed.follow("ann", "ben");
        bed.follow("ann", "cat");
        var one = post("ben", "ann");
        var two = post("ann", "ann");
        var three = post("cat", "ann");

        var reply = timeline("ann");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.column("postId")).containsExactly(three.value(), two.value(), one.value());
        assertThat(reply.column("userId")).containsExactly("cat", "ann", "ben");
        assertThat(reply.json().path("items").get(2))
                .isEqualTo(
                        bed.as("x")
                                .at("userId", "ben")
                                .at("postId", one.value())
                                .send("GetPost")
                                .json());
    }

    @Test
    void anEditIsVisibleImmediatelyAndKeepsThePosition() {
        bed.users("dan", "eve");
        bed.follow("dan", "eve");
        var one = post("eve", "dan");
        var two = post("eve", "dan");
        bed.as("eve")
                .at("userId", "eve")
                .at("postId", one.value())
                .body("{\"content\": \"Sun.\", \"imageUrl\": \"https://h/i\"}")
                .send("EditPost");
        var reply = timeline("dan");
        assertThat(reply.column("postId")).containsExactly(two.value(), one.value());
        assertThat(reply.column("content")).containsExactly("Fog.", "Sun.");
        assertThat(reply.json().path("items").get(1).path("imageUrl").asText())
                .isEqualTo("https://h/i");
        assertThat(reply.json().path("items").get(1).has("editedAt")).isTrue();
    }

    @Test
    void aDeletedPostIsHiddenImmediately() {
        bed.users("fay", "gus");
        bed.follow("fay", "gus");
        var one = post("gus", "fay");
        var two = post("gus", "fay");
        assertThat(timeline("fay").column("postId")).containsExactly(two.value(), one.value());
        bed.as("gus").at("userId", "gus").at("postId", two.value()).send("DeletePost");
        assertThat(bed.items(SocialKeys.TIMELINE.of(UserId.of("fay")))).hasSize(2);
        assertThat(timeline("fay").column("postId")).containsExactly(one.value());
    }

    @Test
    void unfollowHidesTheAuthorsPostsImmediately() {
        bed.users("hal", "ida", "jon");
        bed.follow("hal", "ida");
        bed.follow("hal", "jon");
        var hers = post("ida", "hal");
        var johnsPost = post("jon", "hal");
        assertThat(timeline("hal").column("postId"))
                .containsExactly(johnsPost.value(), hers.value());

        bed.as("hal").at("userId", "hal").at("followeeId", "jon").send("UnfollowUser");

        assertThat(timeline("hal").column("postId")).containsExactly(hers.value());
        deliver("hal", "jon", post("jon", "jon")); // a delivery that was still running
        assertThat(timeline("hal").column("postId")).containsExactly(hers.value());
        bed.follow("hal", "jon");
        assertThat(timeline("hal").column("postId")).hasSize(3);
    }

    @Test
    void anExpiredEntryIsHiddenBeforeItIsDeleted() {
        bed.users("kim");
        var old = post("kim", "kim");
        bed.clock().advance(Duration.ofDays(1));
        var young = post("kim", "kim");
        assertThat(timeline("kim").column("postId")).containsExactly(young.value(), old.value());
        bed.clock().advance(TimelineEntry.LIFETIME.minus(Duration.ofDays(1)));
        assertThat(timeline("kim").column("postId")).containsExactly(young.value());
        assertThat(bed.items(SocialKeys.TIMELINE.of(UserId.of("kim")))).hasSize(2);
        bed.clock().advance(Duration.ofDays(1));
        assertThat(timeline("kim").json().toString()).isEqualTo("{\"items\":[]}");
    }

    @Test
    void pagesAreFullAlthoughMostEntriesAreHidden() {
        bed.users("lea", "mia", "nat");
        bed.follow("lea", "mia");
        var shown = new ArrayList<String>();
        for (var number = 0; number < 260; number++) {
            var author = number % 2 == 0 ? "mia" : "nat"; // nat is not followed
            var id = PostId.of("p%04d".formatted(number));
            if (number % 20 == 0 || author.equals("nat")) {
                put(author, id);
            }
            deliver("lea", author, id);
            if (number % 20 == 0) {
                shown.addFirst(id.value());
            }
        }
        for (var limit : List.of(1, 2, 5, 12, 13, 14, 50, 100)) {
            assertThat(bed.as("lea").at("userId", "lea").all("GetTimelineByUserId", limit))
                    .as("pages of " + limit)
                    .extracting(item -> item.path("postId").asText())
                    .containsExactlyElementsOf(shown);
        }
    }

    /// DynamoDB can end a Query before its limit. The rest is then read by key.
    @Test
    void aQueryThatEndsEarlyHidesNoPost() {
        bed.users("joe", "kay");
        bed.follow("joe", "kay");
        var posts = new ArrayList<String>();
        for (var number = 0; number < 3; number++) {
            for (var author : List.of("kay", "joe")) {
                var id = PostId.of(author + number);
                put(author, id);
                deliver("joe", author, id);
                posts.add(id.value());
            }
        }
        var ended = new AtomicInteger();
        var functions =
                bed.functions()
                        .on(table ->
                                new ForwardingTable(table) {
                                    @Override
                                    public Page<Item> read(
                                            Query query, int limit, Page.@Nullable Position from) {
                                        var isOfPosts =
                                                Catalogue.ALL
                                                                .keySpace()
                                                                .familyOf(query.collection().pk())
                                                        == SocialKeys.POSTS;
                                        if (isOfPosts && limit > 1) {
                                            ended.incrementAndGet();
                                        }
                                        return super.read(query, isOfPosts ? 1 : limit, from);
                                    }
                                });
        var timeline =
                bed.as("joe")
                        .at("userId", "joe")
                        .send(
                                "GetTimelineByUserId",
                                functions.http(TestBed.row("GetTimelineByUserId")));
        assertThat(ended).hasValue(2);
        assertThat(timeline.column("postId")).containsExactlyInAnyOrderElementsOf(posts);
    }

    @Test
    void aSmallPageSkipsHundredsOfHiddenEntries() {
        bed.users("oda");
        put("oda", PostId.of("a-last"));
        deliver("oda", "oda", PostId.of("a-last"));
        put("oda", PostId.of("z-first"));
        deliver("oda", "oda", PostId.of("z-first"));
        var gone =
                IntStream.range(0, 1_000)
                        .<Write>mapToObj(n ->
                                Write.Put.of(entry("oda", "oda", PostId.of("b%04d".formatted(n)))))
                        .toList();
        bed.table().writeAll(gone);
        assertThat(bed.as("oda").at("userId", "oda").all("GetTimelineByUserId", 1))
                .extracting(item -> item.path("postId").asText())
                .containsExactly("z-first", "a-last");
        bed.table()
                .write(Write.Delete.of(SocialKeys.POST.key(UserId.of("oda"), PostId.of("a-last"))));
        var only =
                bed.as("oda").at("userId", "oda").query("limit", "1").send("GetTimelineByUserId");
        assertThat(only.column("postId")).containsExactly("z-first");
        assertThat(only.cursor()).isNull();
    }

    @Test
    void aFullPageMayHaveADifferentAuthorForEachPost() {
        bed.users("pia");
        var shown = new ArrayList<String>();
        for (var number = 0; number < 120; number++) {
            var author = "author%03d".formatted(number);
            var id = PostId.of("p%03d".formatted(number));
            put(author, id);
            deliver("pia", author, id);
            bed.table()
                    .write(
                            Write.Put.of(
                                    FollowItems.following(
                                            new Follow(
                                                    UserId.of("pia"),
                                                    UserId.of(author),
                                                    Instant.EPOCH))));
            shown.addFirst(id.value());
        }
        for (var limit : List.of(50, 99, 100)) {
            assertThat(bed.as("pia").at("userId", "pia").all("GetTimelineByUserId", limit))
                    .extracting(item -> item.path("postId").asText())
                    .containsExactlyElementsOf(shown);
        }
    }

    @Test
    void newEntriesDoNotShiftTheNextPage() {
        bed.users("quo");
        var one = post("quo", "quo");
        var two = post("quo", "quo");
        var page =
                bed.as("quo").at("userId", "quo").query("limit", "1").send("GetTimelineByUserId");
        assertThat(page.column("postId")).containsExactly(two.value());
        post("quo", "quo");
        var next =
                bed.as("quo")
                        .at("userId", "quo")
                        .query("limit", "1")
                        .query("cursor", page.cursor())
                        .send("GetTimelineByUserId");
        assertThat(next.column("postId")).containsExactly(one.value());
        assertThat(next.cursor()).isNull();
    }

    private static TestResponse timeline(String user) {
        return bed.as(user).at("userId", user).send("GetTimelineByUserId");
    }

    /// A post with its entry in one timeline.
    private static PostId post(String author, String reader) {
        var post = bed.post(author, "Fog.");
        deliver(reader, author, post);
        return post;
    }

    private static void put(String author, PostId id) {
        var post = new Post(UserId.of(author), id, "Fog.", null, bed.clock().instant(), null, 1);
        bed.table().write(Write.Put.of(PostItems.post(post)));
    }

    private static void deliver(String reader, String author, PostId post) {
        bed.table().write(Write.Put.of(entry(reader, author, post)));
    }

    private static Item entry(String reader, String author, PostId post) {
        return TimelineItems.timelineEntry(
                new TimelineEntry(
                        UserId.of(reader), UserId.of(author), post, bed.clock().instant()));
    }
}
