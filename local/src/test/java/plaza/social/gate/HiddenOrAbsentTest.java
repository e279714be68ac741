package plaza.social.gate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.functions.OpenApi;
import plaza.http.Ids;
import plaza.http.Schema;
import plaza.http.Shape;
import plaza.id.UserId;
import plaza.social.follow.FollowRequest;
import plaza.social.follow.FollowRequestItems;
import plaza.social.id.PostId;
import plaza.social.id.SocialIds;
import plaza.social.key.SocialKeys;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// No response shows whether a user or a post that the caller does not see exists.
///
/// Every route names users and posts in its path, its query and its body. Each of these names is in
/// turn that of a hidden user or post, and one that does not exist: status, body and headers must
/// be the same. Only what the caller wrote about a user, their blocks and mutes, stays as it was.
/// The routes of administrators are left out, because they exist to end what hides.
///
/// The routes and their names derive from the Catalogue, so a new one is covered when it is added.
final class HiddenOrAbsentTest {
    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{(\\w+)}");

    private static final String READER = "rea";
    private static final String CAT = "cat";

    /// The user who becomes hidden, and one who does not exist. Their ids are neighbours.
    private static final String USER = "hid";

    private static final String NO_USER = "hie";

    /// Names for which it makes no difference whether they exist: the calls end what may not exist,
    /// are about the caller's own posts, or only store the name.
    private static final Set<String> INDIFFERENT =
            ofRoutes(
                    "ClipFavorite creatorId",
                    "CountNewTimelinePosts since",
                    "DeclineFollowRequest requesterId",
                    "DeletePost postId",
                    "EditPost postId",
                    "EraseUser userId",
                    "GetTimelineByUserId since",
                    "PatchFavorite creatorId",
                    "PutLeague owner",
                    "RemoveFollower followerId",
                    "UnblockUser blockedId",
                    "UnfollowUser followeeId",
                    "UnlikePost postId",
                    "UnmuteUser mutedId");

    /// What hides a user and their posts, or only a post.
    enum Hiding {
        NOTHING,
        IS_BLOCKED,
        BLOCKS,
        IS_SUSPENDED,
        /// The user has left.
        IS_ERASED,
        POST_IS_HIDDEN
    }

    /// What connects the reader and the user.
    private enum Reader {
        STRANGER,
        /// The user follows them.
        FOLLOWED,
        /// They follow, like, mute and ask each other.
        CONNECTED,
        SUSPENDED
    }

    /// A user or a post that a request names.
    ///
    /// @param in where the name is
    private record Name(HttpFunction row, String name, In in, boolean isUser) {
        enum In {
            PATH,
            QUERY,
            BODY
        }

        boolean is(String other, In place) {
            return name.equals(other) && in == place;
        }

        @Override
        public String toString() {
            return row.name() + ' ' + name;
        }
    }

    /// The ids of a user, of a post by them, and of their reply to a post of the reader.
    private record Target(String user, String post, String reply) {
        /// The value of a name.
        String of(Name name) {
            return name.isUser() ? user : name.name().equals("replyId") ? reply : post;
        }

        /// A text that names another target, as if it named this one.
        String renamed(String text, Target other) {
            return text.replace(other.user, user)
                    .replace(other.post, post)
                    .replace(other.reply, reply);
        }

        /// Ids that do not exist, as long and in the same order as these.
        Target absent() {
            return new Target(NO_USER, other(post), other(reply));
        }

        private static String other(String id) {
            var last = id.charAt(id.length() - 1);
            return id.substring(0, id.length() - 1) + (last == 'Z' ? 'Y' : 'Z');
        }
    }

    /// A table in which something is hidden.
    private static final class Fixture implements AutoCloseable {
        final TestBed bed = new TestBed();
        final String readersPost;
        final String catsPost;
        final String catsReply;
        final Target target;

        Fixture(Hiding hiding, Reader reader) {
            List.of(READER, USER, CAT).forEach(bed::user);
            var ofReader = bed.post(READER, "A post by Rea.");
            var ofCat = bed.post(CAT, "A post by Cat.");
            readersPost = ofReader.value();
            catsPost = ofCat.value();
            catsReply = bed.reply(CAT, ofReader).value();
            var author = hiding == Hiding.POST_IS_HIDDEN ? CAT : USER;
            var post = bed.post(author, "Another post.");
            target = new Target(USER, post.value(), bed.reply(author, ofReader).value());
            bed.follow(CAT, USER);
            bed.follow(USER, CAT);
            bed.follow(READER, CAT);
            like(USER, ofCat);
            like(CAT, post);
            if (reader == Reader.FOLLOWED) {
                bed.follow(USER, READER);
            }
            if (reader == Reader.CONNECTED) {
                bed.follow(READER, USER);
                bed.mute(READER, USER);
                like(READER, post);
                ask();
            }
            hide(hiding);
            if (reader == Reader.SUSPENDED) {
                bed.suspend(READER, true);
            }
            bed.drain();
        }

        private void hide(Hiding hiding) {
            switch (hiding) {
                case NOTHING -> {}
                case IS_BLOCKED -> bed.block(USER, READER);
                case BLOCKS -> bed.block(READER, USER);
                case IS_SUSPENDED -> bed.suspend(USER, true);
                case IS_ERASED -> bed.erase(USER);
                case POST_IS_HIDDEN -> {
                    for (var id : List.of(target.post(), target.reply())) {
                        bed.report(USER, "postId", id);
                        bed.close(id, "hidePost");
                    }
                }
            }
        }

        private void like(String user, PostId post) {
            bed.as(user).at("userId", user).at("postId", post.value()).send("LikePost").orFail();
        }

        /// Writes the user's request to follow the reader, from when the reader was protected.
        private void ask() {
            var request =
                    new FollowRequest(UserId.of(USER), UserId.of(READER), bed.clock().instant());
            bed.table().write(Write.Put.of(FollowRequestItems.request(request)));
        }

        /// Sends a call of the reader in which some names are those of a target. The others name
        /// what the reader sees.
        TestResponse send(HttpFunction row, Variation each, Target to) {
            var request = bed.as(READER).at("sessionId", "s1");
            for (var name : names(row)) {
                var value = each.names().contains(name) ? to.of(name) : visible(name, each.other());
                switch (name.in()) {
                    case PATH -> request.at(name.name(), value);
                    case QUERY -> request.query(name.name(), value);
                    case BODY -> {}
                }
            }
            if (isOfCaller(row)) {
                request.at("userId", READER);
            }
            if (!row.expansions().isEmpty()) {
                request.query("expand", row.expansions().getLast().words());
            }
            var body = body(row, each.names(), to);
            return (body == null ? request : request.body(body)).send(row.name());
        }

        private String visible(Name name, String other) {
            if (name.isUser()) {
                return name.in() == Name.In.PATH ? other : CAT;
            }
            return name.name().equals("replyId")
                    ? catsReply
                    : name.row().access() == Access.CREATOR ? readersPost : catsPost;
        }

        /// The required fields, and those that name the target.
        private @Nullable String body(HttpFunction row, List<Name> named, Target to) {
            if (row.body().isEmpty()) {
                return null;
            }
            var body = JsonNodeFactory.instance.objectNode();
            for (var field : row.body()) {
                var isNamed = named.stream().anyMatch(name -> name.is(field.name(), Name.In.BODY));
                if (field.required() || isNamed) {
                    body.set(field.name(), OpenApi.example(field.schema()));
                }
            }
            return body.toString()
                    .replace(SocialIds.POST.example(), to.post())
                    .replace('"' + Ids.USER.example() + '"', '"' + to.user() + '"');
        }

        /// The calls that end an edge have ended those that the reader wrote before.
        void assertAllEdgesHaveEnded() {
            var reader = UserId.of(READER);
            var user = UserId.of(USER);
            assertThat(
                            bed.table()
                                    .getAll(
                                            List.of(
                                                    SocialKeys.FOLLOWEE.key(reader, user),
                                                    SocialKeys.REQUEST.key(reader, user),
                                                    SocialKeys.LIKE.key(
                                                            PostId.of(target.post()), reader),
                                                    SocialKeys.MUTE.key(reader, user),
                                                    SocialKeys.BLOCK.key(reader, user))))
                    .isEmpty();
        }

        @Override
        public void close() {
            bed.close();
        }
    }

    /// The names in a route, without that of the caller.
    private static List<Name> names(HttpFunction row) {
        var parameters = Catalogue.ALL.pathParameters();
        var path =
                PATH_PARAMETER
                        .matcher(row.path())
                        .results()
                        .map(match -> match.group(1))
                        .filter(name -> !isOfCaller(row) || !name.equals("userId"))
                        .flatMap(name ->
                                names(
                                        row,
                                        name,
                                        requireNonNull(parameters.get(name)).schema(),
                                        Name.In.PATH));
        var query =
                row.contract().query().stream()
                        .flatMap(each -> names(row, each.name(), each.schema(), Name.In.QUERY));
        var body =
                row.body().stream()
                        .flatMap(each -> names(row, each.name(), each.schema(), Name.In.BODY));
        return Stream.of(path, query, body).flatMap(each -> each).toList();
    }

    private static Stream<Name> names(HttpFunction row, String name, Schema<?> schema, Name.In in) {
        return Stream.of(true, false)
                .filter(isUser -> contains(schema, isUser ? Ids.USER : SocialIds.POST))
                .map(isUser -> new Name(row, name, in, isUser));
    }

    private static boolean contains(Schema<?> schema, Schema<?> id) {
        return switch (schema) {
            case Schema.Array<?> array -> contains(array.element(), id);
            case Shape<?> shape ->
                    shape.properties().stream().anyMatch(each -> contains(each.schema(), id));
            default -> schema.equals(id);
        };
    }

    /// All routes that name a user or a post, in an order in which no call changes what later ones
    /// depend on.
    private static List<HttpFunction> routes() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> row.access() != Access.ADMIN && !names(row).isEmpty())
                .sorted(Comparator.comparingInt(HiddenOrAbsentTest::rank))
                .toList();
    }

    private static int rank(HttpFunction row) {
        return switch (row.name()) {
            case "UnblockUser" -> 4;
            case "BlockUser" -> 3;
            default -> row.method().equals("GET") ? 0 : row.method().equals("DELETE") ? 2 : 1;
        };
    }

    /// The names that are varied at the same time: each of a route alone, and all of its path.
    ///
    /// @param other the user whom the rest of the path names: another one, or the reader
    private record Variation(List<Name> names, String other) {}

    private static Set<Variation> variations(HttpFunction row) {
        var all = names(row);
        var path = all.stream().filter(name -> name.in() == Name.In.PATH).toList();
        var variations = new LinkedHashSet<Variation>();
        for (var name : all) {
            variations.add(new Variation(List.of(name), CAT));
            if (path.stream().anyMatch(rest -> rest.isUser() && !rest.equals(name))) {
                variations.add(new Variation(List.of(name), READER));
            }
        }
        if (!path.isEmpty()) {
            variations.add(new Variation(path, CAT));
        }
        return variations;
    }

    /// Leaves out the names of routes of contexts without which the tests run.
    private static Set<String> ofRoutes(String... names) {
        return Stream.of(names)
                .filter(name -> TestBed.hasRow(name.split(" ", -1)[0]))
                .collect(Collectors.toSet());
    }

    @Test
    void theNamesOfEachRouteAreFound() {
        var found = new TreeSet<String>();
        routes().forEach(row -> names(row).forEach(name -> found.add(name.toString())));
        assertThat(found)
                .contains(
                        "CountNewTimelinePosts since",
                        "CreatePost inReplyTo",
                        "CreateReport postId",
                        "CreateReport userId",
                        "GetFollow followeeId",
                        "GetFollow userId",
                        "GetUsersByIds ids",
                        "HideReply replyId",
                        "RecordViews postIds")
                .containsAll(INDIFFERENT)
                .doesNotContain("FollowUser userId", "RecordView sessionId");
    }

    /// Without this, the other test could compare problems that have other causes.
    @Test
    void whatTheCallerSeesMakesADifference() {
        var same = new TreeSet<String>();
        try (var fixture = new Fixture(Hiding.NOTHING, Reader.CONNECTED)) {
            for (var row : routes()) {
                var different = new HashSet<Name>();
                for (var each : variations(row)) {
                    var existing = fixture.send(row, each, fixture.target);
                    var absent = fixture.send(row, each, fixture.target.absent());
                    if (!seen(existing, fixture.target).equals(seen(absent, fixture.target))) {
                        different.addAll(each.names());
                    }
                }
                names(row).stream()
                        .filter(name -> !different.contains(name))
                        .forEach(name -> same.add(name.toString()));
            }
        }
        assertThat(same).containsExactlyInAnyOrderElementsOf(INDIFFERENT);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void whatIsHiddenCannotBeToldFromWhatDoesNotExist(Hiding hiding) {
        var told = new ArrayList<String>();
        for (var reader : Reader.values()) {
            if (reader == Reader.FOLLOWED
                    && hiding != Hiding.IS_SUSPENDED
                    && hiding != Hiding.IS_ERASED) {
                continue; // a block ends the follow, and a hidden post has none
            }
            try (var fixture = new Fixture(hiding, reader)) {
                for (var row : routes()) {
                    for (var each : variations(row)) {
                        if (isHidden(each, hiding) && !isOwnEntry(row, hiding, reader)) {
                            told.addAll(compare(fixture, row, each));
                        }
                    }
                }
                if (reader == Reader.CONNECTED && hiding != Hiding.POST_IS_HIDDEN) {
                    fixture.assertAllEdgesHaveEnded();
                }
            }
        }
        assertThat(told).isEmpty();
    }

    private static boolean isHidden(Variation each, Hiding hiding) {
        return hiding != Hiding.POST_IS_HIDDEN || each.names().stream().noneMatch(Name::isUser);
    }

    /// Whether the reader has written the entry that a call writes: it stays, whatever happens to
    /// the user.
    private static boolean isOwnEntry(HttpFunction row, Hiding hiding, Reader reader) {
        return (row.name().equals("MuteUser") && reader == Reader.CONNECTED)
                || (row.name().equals("BlockUser") && hiding == Hiding.BLOCKS);
    }

    private static List<String> compare(Fixture fixture, HttpFunction row, Variation each) {
        var told = new ArrayList<String>();
        for (var attempt = 1; attempt <= 2; attempt++) {
            var hidden = seen(fixture.send(row, each, fixture.target), fixture.target);
            var absent = seen(fixture.send(row, each, fixture.target.absent()), fixture.target);
            if (!hidden.equals(absent)) {
                told.add("%s, call %d: %s, not %s".formatted(each, attempt, hidden, absent));
            }
        }
        return told;
    }

    /// What a caller receives: status, headers and body, in which the ids of what does not exist
    /// are replaced by those of what is hidden.
    private static Map<String, String> seen(TestResponse response, Target target) {
        var seen = new TreeMap<>(new HashMap<>(response.headers()));
        seen.put("status", Integer.toString(response.status()));
        seen.put("body", response.json().toString());
        seen.replaceAll((_, text) -> target.renamed(text, target.absent()));
        return seen;
    }

    private static boolean isOfCaller(HttpFunction row) {
        return row.access() == Access.OWNER || row.access() == Access.OWNER_OR_ADMIN;
    }
}
