package plaza.social.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.social.id.PostId;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// What a reader sees of Ann, in each relationship between the two, through every reading route of
/// the social context: with all expansions, with cursors and entity tags from before the
/// relationship began, and in the profile, posts, replies, likes and follows of other users.
///
/// Lists that the reader wrote keep the entries that name Ann, and add nothing to them.
///
/// The routes derive from the Catalogue, so a new one is covered when it is added.
final class RelationshipsTest {
    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{(\\w+)}");

    private static final String ANN = "ann";
    private static final String READER = "rea";

    /// What a response can show of Ann.
    private enum Trace {
        NAME("Ann Marlowe"),
        PROFILE("Everything about Ann."),
        POST("A post by Ann."),
        REPLY("A reply by Ann."),
        ID("\"userId\":\"ann\"");

        private final String text;

        Trace(String text) {
            this.text = text;
        }
    }

    private static final Set<Trace> EVERYTHING = Set.of(Trace.values());

    /// A relationship, and what the reader sees of Ann.
    enum Relationship {
        SELF(ANN, _ -> {}, EVERYTHING),
        STRANGER(READER, _ -> {}, EVERYTHING),
        FOLLOWER(READER, bed -> bed.follow(READER, ANN), EVERYTHING),
        MUTES(READER, bed -> bed.mute(READER, ANN), EVERYTHING),
        IS_MUTED(READER, bed -> bed.mute(ANN, READER), EVERYTHING),
        ACCEPTED_FOLLOWER(
                READER,
                bed -> {
                    bed.follow(READER, ANN);
                    profile(bed, true);
                },
                EVERYTHING),
        STRANGER_OF_PROTECTED(READER, bed -> profile(bed, true), Set.of(Trace.NAME, Trace.ID)),
        REQUESTER(
                READER,
                bed -> {
                    profile(bed, true);
                    bed.follow(READER, ANN);
                },
                Set.of(Trace.NAME, Trace.ID)),
        IS_BLOCKED(READER, bed -> bed.block(ANN, READER), Set.of()),
        BLOCKS(READER, bed -> bed.block(READER, ANN), Set.of()),
        MUTES_AND_IS_BLOCKED(
                READER,
                bed -> {
                    bed.mute(READER, ANN);
                    bed.block(ANN, READER);
                },
                Set.of()),
        MUTES_AND_BLOCKS(
                READER,
                bed -> {
                    bed.mute(READER, ANN);
                    bed.block(READER, ANN);
                },
                Set.of()),
        MUTES_SUSPENDED(
                READER,
                bed -> {
                    bed.follow(READER, ANN);
                    bed.mute(READER, ANN);
                    bed.suspend(ANN, true);
                },
                Set.of()),
        BLOCKS_SUSPENDED(
                READER,
                bed -> {
                    bed.block(READER, ANN);
                    bed.suspend(ANN, true);
                },
                Set.of()),
        IS_ASKED_BY_SUSPENDED(
                READER,
                bed -> {
                    bed.protect(READER, true);
                    bed.follow(ANN, READER);
                    bed.suspend(ANN, true);
                },
                Set.of()),
        BLOCKED_FOLLOWER(
                READER,
                bed -> {
                    bed.follow(READER, ANN);
                    bed.block(ANN, READER);
                },
                Set.of()),
        OF_SUSPENDED(READER, bed -> bed.suspend(ANN, true), Set.of()),
        FOLLOWER_OF_SUSPENDED(
                READER,
                bed -> {
                    bed.follow(READER, ANN);
                    bed.suspend(ANN, true);
                },
                Set.of()),
        ADMINISTRATOR_OF_SUSPENDED("root", bed -> bed.suspend(ANN, true), Set.of()),
        FOLLOWER_OF_ERASED(
                READER,
                bed -> {
                    bed.follow(READER, ANN);
                    bed.erase(ANN);
                },
                Set.of()),
        MUTES_ERASED(
                READER,
                bed -> {
                    bed.mute(READER, ANN);
                    bed.erase(ANN);
                },
                Set.of()),
        ADMINISTRATOR_OF_ERASED("root", bed -> bed.erase(ANN), Set.of()),
        /// The response about the own erasure has the id.
        ERASED_SELF(ANN, bed -> bed.erase(ANN), Set.of(Trace.ID)),
        SUSPENDED_SELF(ANN, bed -> bed.suspend(ANN, true), EVERYTHING);

        private final String reader;

        @SuppressWarnings("ImmutableEnumChecker") // a function without state
        private final Consumer<TestBed> beginning;

        @SuppressWarnings("ImmutableEnumChecker") // an immutable set
        private final Set<Trace> visible;

        Relationship(String reader, Consumer<TestBed> beginning, Set<Trace> visible) {
            this.reader = reader;
            this.beginning = beginning;
            this.visible = visible;
        }
    }

    /// A request: a route, its path and its query.
    private record Call(HttpFunction route, Map<String, String> path, Map<String, String> query) {
        Call with(Map<String, String> more) {
            var all = new TreeMap<>(query);
            all.putAll(more);
            return new Call(route, path, all);
        }
    }

    /// All relationships, or a sample of those in which the reader sees less.
    private static List<Relationship> relationships() {
        return SharedData.isDeep()
                ? List.of(Relationship.values())
                : List.of(
                        Relationship.REQUESTER,
                        Relationship.MUTES_AND_IS_BLOCKED,
                        Relationship.BLOCKS_SUSPENDED,
                        Relationship.BLOCKED_FOLLOWER,
                        Relationship.FOLLOWER_OF_SUSPENDED,
                        Relationship.FOLLOWER_OF_ERASED);
    }

    @ParameterizedTest
    @MethodSource("relationships")
    void readersSeeWhatTheRelationshipAllows(Relationship relationship) {
        try (var bed = new TestBed()) {
            var posts = populate(bed);
            var before = new HashMap<Call, TestResponse>();
            for (var call : calls(relationship, posts)) {
                before.put(call, send(bed, relationship, call, null));
                if (call.route().pages()) {
                    var shortened = call.with(Map.of("limit", "1"));
                    before.put(shortened, send(bed, relationship, shortened, null));
                }
            }

            relationship.beginning.accept(bed);
            bed.drain();

            var seen = new TreeSet<Trace>();
            var leaks = new ArrayList<String>();
            before.forEach((call, earlier) -> {
                var now = send(bed, relationship, call, null);
                note(relationship, call, now, seen, leaks);
                var cursor = earlier.status() == 200 ? earlier.cursor() : null;
                if (cursor != null) {
                    var next = call.with(Map.of("cursor", cursor));
                    note(relationship, next, send(bed, relationship, next, null), seen, leaks);
                }
                var tag = earlier.headers().get("etag");
                if (tag != null && now.status() != 200) {
                    assertThat(send(bed, relationship, call, tag).status())
                            .as("%s with an entity tag from before", call)
                            .isEqualTo(now.status());
                }
            });
            assertThat(leaks).isEmpty();
            assertThat(seen).containsExactlyInAnyOrderElementsOf(relationship.visible);
        }
    }

    /// Ann with a post, a reply and a like; Cat, whom both follow, and whose post they reply to.
    private static List<PostId> populate(TestBed bed) {
        List.of(ANN, READER, "cat", "root").forEach(bed::user);
        profile(bed, false);
        bed.follow(ANN, "cat");
        bed.follow(READER, "cat");
        bed.follow("cat", ANN);
        bed.follow("cat", READER);
        var _ = bed.post(ANN, Trace.POST.text);
        var post = bed.post(ANN, Trace.POST.text);
        var catsPost = bed.post("cat", "A post by Cat.");
        var reply = reply(bed, ANN, Trace.REPLY.text, catsPost);
        var _ = reply(bed, READER, "A reply by Rea.", catsPost);
        var below = reply(bed, "cat", "A reply to Ann.", reply);
        for (var liked : List.of(post, reply, catsPost)) {
            for (var user : List.of(ANN, READER, "cat")) {
                bed.as(user)
                        .at("postId", liked.value())
                        .at("userId", user)
                        .send("LikePost")
                        .orFail();
            }
        }
        bed.drain();
        return List.of(post, catsPost, reply, below);
    }

    private static void profile(TestBed bed, boolean isProtected) {
        bed.as(ANN)
                .at("userId", ANN)
                .body(
                        "{\"name\": \"Ann Marlowe\", \"content\": \"%s\", \"protected\": %s}"
                                .formatted(Trace.PROFILE.text, isProtected))
                .send("PutUserInfo")
                .orFail();
    }

    private static PostId reply(TestBed bed, String author, String content, PostId parent) {
        return PostId.of(
                bed.as(author)
                        .at("userId", author)
                        .body(
                                "{\"content\": \"%s\", \"inReplyTo\": {\"postId\": \"%s\"}}"
                                        .formatted(content, parent))
                        .send("CreatePost")
                        .orFail()
                        .json()
                        .path("postId")
                        .asText());
    }

    /// Every reading route with each value of its path parameters, with all expansions.
    private static List<Call> calls(Relationship relationship, List<PostId> posts) {
        var calls = new ArrayList<Call>();
        for (var route : Catalogue.ALL.httpFunctions()) {
            if (route.context().equals("social") && route.method().equals("GET")) {
                for (var path : paths(route, relationship.reader, posts)) {
                    queries(route, posts).forEach(query -> calls.add(new Call(route, path, query)));
                }
            }
        }
        return calls;
    }

    private static List<Map<String, String>> queries(HttpFunction route, List<PostId> posts) {
        var queries = new ArrayList<Map<String, String>>();
        switch (route.name()) {
            case "GetUsersByIds" -> {
                queries.add(Map.of("q", ANN));
                queries.add(Map.of("ids", "ann,cat,rea"));
            }
            case "CountNewTimelinePosts" -> queries.add(Map.of("since", posts.getFirst().value()));
            default -> queries.add(Map.of());
        }
        if (!route.expansions().isEmpty()) {
            var expanding = new HashMap<>(queries.getFirst());
            expanding.put("expand", route.expansions().getLast().words());
            queries.add(expanding);
        }
        return queries;
    }

    private static List<Map<String, String>> paths(
            HttpFunction route, String reader, List<PostId> posts) {
        var paths = List.of(Map.<String, String>of());
        for (var match : PATH_PARAMETER.matcher(route.path()).results().toList()) {
            var name = match.group(1);
            var values =
                    name.equals("postId")
                            ? posts.stream().map(PostId::value).toList()
                            : name.equals("userId")
                                            && (route.access() == Access.OWNER
                                                    || route.access() == Access.OWNER_OR_ADMIN)
                                    ? List.of(reader)
                                    : List.of(ANN, "cat");
            var longer = new ArrayList<Map<String, String>>();
            for (var path : paths) {
                for (var value : values) {
                    var each = new TreeMap<>(path);
                    each.put(name, value);
                    longer.add(each);
                }
            }
            paths = longer;
        }
        return paths;
    }

    private static TestResponse send(
            TestBed bed, Relationship relationship, Call call, @Nullable String tag) {
        var request = bed.as(relationship.reader).header("if-none-match", tag);
        if (relationship.reader.equals("root")) {
            request.asAdmin();
        }
        call.path().forEach(request::at);
        call.query().forEach(request::query);
        return request.send(call.route().name());
    }

    /// Notes what a response shows of Ann.
    private static void note(
            Relationship relationship,
            Call call,
            TestResponse response,
            Set<Trace> seen,
            List<String> leaks) {
        assertThat(response.status()).as("%s", call).isIn(200, 304, 403, 404);
        if (response.status() != 200) {
            return;
        }
        var ofOwn = ofOwnEntries(relationship, call);
        var text = response.json().toString();
        for (var trace : Trace.values()) {
            if (text.contains(trace.text) && !ofOwn.contains(trace)) {
                seen.add(trace);
                if (!relationship.visible.contains(trace)) {
                    leaks.add(call.route().name() + call.path() + call.query() + ": " + trace);
                }
            }
        }
    }

    /// What a list shows of Ann because the reader wrote it. The list of blocks also shows the name
    /// of a user whom the reader blocks, unless the user is hidden for another reason.
    private static Set<Trace> ofOwnEntries(Relationship relationship, Call call) {
        return switch (call.route().name()) {
            case "ListMutes" -> Set.of(Trace.ID);
            case "ListBlocks" ->
                    relationship == Relationship.BLOCKS_SUSPENDED
                            ? Set.of(Trace.ID)
                            : Set.of(Trace.ID, Trace.NAME);
            default -> Set.of();
        };
    }
}
