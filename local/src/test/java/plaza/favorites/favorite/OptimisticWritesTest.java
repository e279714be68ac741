package plaza.favorites.favorite;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.dynamodb.DynamoDbTable;
import plaza.favorites.Owner;
import plaza.favorites.clip.ClipFavorite;
import plaza.favorites.clip.PatchFavorite;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.Quotas;
import plaza.favorites.tag.CreateTag;
import plaza.favorites.tag.DeleteTag;
import plaza.favorites.tag.MergeTag;
import plaza.favorites.tag.RenameTag;
import plaza.favorites.tag.TagFavorite;
import plaza.local.emulator.Emulator;
import plaza.table.ForwardingTable;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.Large;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;

/// Writes of favorites and tags while other writers change the same items.
class OptimisticWritesTest {
    private static final int ATTEMPTS_MAX = Retry.standard().attemptsMax();

    private static final TestBed bed = new TestBed();

    /// Builds a handler on a table.
    private interface Handler {
        RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> on(Table table);
    }

    /// A route that reads, decides, and writes on condition that nothing has changed. It uses the
    /// tags `t1` and `t2` and the favorite `d1` of an owner.
    ///
    /// @param writesPerAttempt the writes of an attempt that fails
    /// @param interference the change by another writer before the write with this number, which
    ///   makes that write fail
    record Route(
            String function,
            Handler handler,
            UnaryOperator<TestRequest> request,
            int writesPerAttempt,
            ObjIntConsumer<Owner> interference) {
        @Override
        public String toString() {
            return function;
        }

        private Owner owner(String test) {
            var owner = new Owner(bed, function + "-" + test);
            Owner.ok(owner.createTag("t1", "old"));
            Owner.ok(owner.createTag("t2", "other"));
            Owner.ok(owner.clip("d1", "link", "old", Map.of()));
            return owner;
        }

        /// Sends the request while another writer makes the first `losses` attempts fail.
        private TestResponse send(Owner owner, int losses) {
            var table =
                    new ContendedTable(
                            losses * writesPerAttempt,
                            number -> interference.accept(owner, number));
            return request.apply(owner.call()).send(function, handler.on(table));
        }

        private static void rename(Owner owner, int number) {
            Owner.ok(owner.renameTag("t1", "name " + number));
        }

        private static void createAgain(Owner owner) {
            Owner.ok(owner.deleteTag("t1"));
            Owner.ok(owner.createTag("t1", "old"));
        }

        private static void clipAgain(Owner owner) {
            Owner.ok(owner.unclip("d1"));
            Owner.ok(owner.clip("d1", "link", "old", Map.of()));
        }
    }

    static Stream<Route> routes() {
        return Stream.of(
                new Route(
                        "ClipFavorite",
                        table -> new ClipFavorite(bed.services(table), Quotas.STANDARD),
                        call ->
                                call.at("dataId", "d1")
                                        .body("{\"dataType\": \"note\", \"title\": \"new\"}"),
                        2,
                        (owner, _) -> Route.clipAgain(owner)),
                new Route(
                        "TagFavorite",
                        table -> new TagFavorite(bed.services(table)),
                        call -> call.at("dataId", "d1").at("tagId", "t1"),
                        1,
                        (owner, _) -> Route.clipAgain(owner)),
                new Route(
                        "CreateTag",
                        table -> new CreateTag(bed.services(table)),
                        call -> call.at("tagId", "t1").body("{\"tagName\": \"new\"}"),
                        2,
                        Route::rename),
                new Route(
                        "RenameTag",
                        table -> new RenameTag(bed.services(table)),
                        call -> call.at("tagId", "t1").body("{\"tagName\": \"new\"}"),
                        1,
                        Route::rename),
                new Route(
                        "DeleteTag",
                        table -> new DeleteTag(bed.services(table)),
                        call -> call.at("tagId", "t1"),
                        1,
                        (owner, _) -> Route.createAgain(owner)),
                new Route(
                        "MergeTag",
                        table -> new MergeTag(bed.services(table)),
                        call -> call.at("tagId", "t1").body("{\"into\": \"t2\"}"),
                        1,
                        (owner, _) -> Route.createAgain(owner)));
    }

    /// A table on which another writer precedes each of the first writes. It retries without
    /// pauses.
    private static final class ContendedTable extends ForwardingTable {
        private final int writesMax;
        private final IntConsumer otherWriter;
        private int writes;

        ContendedTable(int writesMax, IntConsumer otherWriter) {
            super(
                    new DynamoDbTable(
                            bed.emulator().client(), Emulator.TABLE, TestBed.retry(ATTEMPTS_MAX)));
            this.writesMax = writesMax;
            this.otherWriter = otherWriter;
        }

        @Override
        public Outcome<Key> write(Write write) {
            interfere();
            return super.write(write);
        }

        @Override
        public Outcome<Key> transact(List<Write> all) {
            interfere();
            return super.transact(all);
        }

        private void interfere() {
            if (writes < writesMax) {
                otherWriter.accept(++writes);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("routes")
    void writeThatWinsOnlyTheLastAttemptSucceeds(Route route) {
        var owner = route.owner("last");

        assertThat(route.send(owner, ATTEMPTS_MAX - 1).status()).isIn(200, 201, 202, 204);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void writeThatLosesEveryAttemptReturns503(Route route) {
        var owner = route.owner("never");

        var response = route.send(owner, ATTEMPTS_MAX);

        assertThat(response.status()).isEqualTo(503);
        assertThat(response.header("retry-after")).isEqualTo("1");
        assertThat(response.json().path("status").asInt()).isEqualTo(503);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DeleteTag", "RenameTag"})
    void aNameThatAnotherTagTakesMeanwhileRemainsTaken(String function) {
        var route = routes().filter(each -> each.function().equals(function)).findFirst();
        var contended =
                new Route(
                        function,
                        route.orElseThrow().handler(),
                        route.orElseThrow().request(),
                        1,
                        (owner, _) -> {
                            Owner.ok(owner.renameTag("t1", "moved"));
                            Owner.ok(owner.createTag("t3", "old"));
                        });
        var owner = contended.owner("taken");

        assertThat(contended.send(owner, 1).status()).isIn(200, 204);

        assertThat(owner.createTag("t4", "old").status()).isEqualTo(409);
        assertThat(owner.createTag("t5", "moved").status()).isEqualTo(201);
    }

    /// Names that differ in case only are one name.
    @ParameterizedTest
    @ValueSource(strings = {"new", "OLD"})
    void aTagDoesNotReceiveANameThatAnotherTagTakesMeanwhile(String name) {
        var owner = new Owner(bed, "renamed-" + name);
        Owner.ok(owner.createTag("t1", "old"));
        var other =
                bed.interrupted(
                        "RenameTag",
                        () -> {
                            Owner.ok(owner.renameTag("t1", "moved"));
                            Owner.ok(owner.createTag("t3", name));
                        });
        var response =
                owner.call()
                        .at("tagId", "t1")
                        .body("{\"tagName\": \"" + name + "\"}")
                        .send("RenameTag", other);

        assertThat(response.status()).isEqualTo(409);
    }

    /// A member of a favorite's description.
    ///
    /// @param initial the value of the favorite, or null
    /// @param changed the value that another writer sets
    record DescribedMember(String name, @Nullable String initial, String changed) {
        /// A member that the request changes instead.
        String other() {
            return name.equals("title") ? "note" : "title";
        }

        private Map<String, String> initially() {
            return initial == null ? Map.of() : Map.of(name, initial);
        }

        private Owner owner(String test) {
            var owner = new Owner(bed, test + name + (initial == null ? "-absent" : ""));
            Owner.ok(owner.clip("d1", "link", "old", initially()));
            return owner;
        }

        /// Sends a request while another writer changes this member before the write with a number.
        private TestResponse send(
                Owner owner,
                int writeNumber,
                TestRequest request,
                String function,
                Handler handler) {
            var table =
                    new ContendedTable(
                            writeNumber,
                            number -> {
                                if (number == writeNumber) {
                                    Owner.ok(
                                            owner.call()
                                                    .at("dataId", "d1")
                                                    .body(json(Map.of(name, changed)))
                                                    .send("PatchFavorite"));
                                }
                            });
            return request.at("dataId", "d1").send(function, handler.on(table)).orFail();
        }

        private static String json(Map<String, String> members) {
            var body = JsonNodeFactory.instance.objectNode();
            members.forEach(body::put);
            return body.toString();
        }
    }

    static Stream<DescribedMember> describedMembers() {
        return Stream.of(
                new DescribedMember("dataType", "link", "note"),
                new DescribedMember("title", "old", "changed"),
                new DescribedMember("contentUrl", "https://example.com/a", "https://example.com/b"),
                new DescribedMember("contentUrl", null, "https://example.com/b"),
                new DescribedMember(
                        "thumbnailUrl", "https://example.com/a", "https://example.com/b"),
                new DescribedMember("thumbnailUrl", null, "https://example.com/b"),
                new DescribedMember("creatorId", "ann", "ben"),
                new DescribedMember("creatorId", null, "ben"),
                new DescribedMember("note", "old", "changed"),
                new DescribedMember("note", null, "changed"));
    }

    @ParameterizedTest
    @MethodSource("describedMembers")
    void patchReturnsWhatAnotherWriterChangedMeanwhile(DescribedMember member) {
        var owner = member.owner("patched");

        var response =
                member.send(
                        owner,
                        1,
                        owner.call().body(DescribedMember.json(Map.of(member.other(), "new"))),
                        "PatchFavorite",
                        table -> new PatchFavorite(bed.services(table)));

        assertThat(response.json().path(member.name()).asText()).isEqualTo(member.changed());
        assertThat(response.json().path(member.other()).asText()).isEqualTo("new");
    }

    @ParameterizedTest
    @MethodSource("describedMembers")
    void clipReplacesWhatAnotherWriterChangedMeanwhile(DescribedMember member) {
        var owner = member.owner("clipped");
        var body = new HashMap<>(Map.of("dataType", "link", "title", "old"));
        body.putAll(member.initially());
        body.put(member.other(), "new");

        member.send(
                owner,
                2,
                owner.call().body(DescribedMember.json(body)),
                "ClipFavorite",
                table -> new ClipFavorite(bed.services(table), Quotas.STANDARD));

        var stored = owner.call().at("dataId", "d1").send("GetFavorite").orFail().json();
        assertThat(stored.path(member.name()).asText(null)).isEqualTo(member.initial());
        assertThat(stored.path(member.other()).asText()).isEqualTo("new");
    }

    @Large
    @Test
    void twoThreadsThatRenameOneTagBothSucceed() {
        var owner = new Owner(bed, "renamed");
        owner.createTag("t1", "old");
        var names =
                Stream.of("a", "b")
                        .map(thread -> IntStream.range(0, 50).mapToObj(n -> thread + n).toList())
                        .toList();
        var calls = new ArrayList<Supplier<List<TestResponse>>>();
        for (var own : names) {
            calls.add(() -> own.stream().map(name -> owner.renameTag("t1", name)).toList());
        }

        assertThat(Threads.call(calls))
                .allSatisfy(responses ->
                        assertThat(responses)
                                .hasSize(50)
                                .allMatch(response -> response.status() == 200));

        var nameKeys =
                names.stream()
                        .flatMap(List::stream)
                        .map(name -> FavoritesKeys.TAG_NAME.key(owner.id(), name))
                        .toList();
        assertThat(bed.table().getAll(nameKeys))
                .singleElement()
                .extracting(item -> item.key().sk())
                .isIn("a49", "b49");
    }
}
