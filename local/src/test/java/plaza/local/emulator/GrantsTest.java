package plaza.local.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static plaza.table.Condition.absent;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.catalogue.Access;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.local.SampleFunctions;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema.Index;
import plaza.table.Write;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

final class GrantsTest {
    private static final Map<Index, List<Family>> FAMILIES =
            Grants.bySpecificity(Catalogue.ALL.keySpace());

    private static final UserId ALICE = UserId.of("alice");
    private static final UserId BOB = UserId.of("bob");
    private static final PostId POST = PostId.of("p1");

    private static final Emulator emulator = Emulator.inMemory();

    private static HttpFunction granted(Grant... grants) {
        return SampleFunctions.row(
                SampleFunctions.Echo.class, "GET", "/things", Access.ANY_USER, grants);
    }

    private static Grant on(Action action, Family family) {
        return new Grant(action, family.index(), family);
    }

    private static Table table(GrantUse use, Grant... grants) {
        return new Functions(emulator).recordingIn(use).table(granted(grants));
    }

    private static Table table(Grant... grants) {
        return table(new GrantUse(), grants);
    }

    /// A [Table] names the request in an exception of its own; a client throws the cause alone.
    private static void assertDenied(Runnable call, String action) {
        assertThatThrownBy(call::run)
                .extracting(thrown -> Objects.requireNonNullElse(thrown.getCause(), thrown))
                .isInstanceOfSatisfying(
                        DynamoDbException.class,
                        denied -> {
                            assertThat(denied.statusCode()).isEqualTo(400);
                            assertThat(denied.awsErrorDetails().errorCode())
                                    .isEqualTo("AccessDeniedException");
                            assertThat(denied.getMessage())
                                    .contains("Echo is not authorized to perform: " + action);
                        });
    }

    @Test
    void grantedCallsPassAndOthersAreRejected() {
        var table = table(on(Action.GET_ITEM, SocialKeys.POST_COUNTERS));
        assertThat(table.get(SocialKeys.POST_COUNTER.key(POST))).isNull();
        assertDenied(() -> table.get(SocialKeys.USER_COUNT.key(ALICE)), "dynamodb:GetItem");
        assertDenied(
                () -> table.write(Write.Delete.of(SocialKeys.POST_COUNTER.key(POST))),
                "dynamodb:DeleteItem");
        assertDenied(
                () -> table.read(Query.in(SocialKeys.LIKES.of(POST)), 1, null), "dynamodb:Query");
    }

    @Test
    void aRejectedWriteChangesNothing() {
        var item = Item.at(SocialKeys.USER_INFO.key(BOB)).with("name", "Bob").build();
        assertDenied(() -> table().write(Write.Put.of(item)), "dynamodb:PutItem");
        assertThat(table(on(Action.GET_ITEM, SocialKeys.USERS)).getConsistent(item.key())).isNull();
    }

    @Test
    void aTransactionNeedsTheActionsOfItsParts() {
        var put = Write.Put.of(Item.at(SocialKeys.FOLLOWEE.key(ALICE, BOB)).build());
        var check = new Write.Check(SocialKeys.USER_COUNT.key(BOB), absent());
        var writes = List.<Write>of(put, check);
        assertDenied(
                () -> table(on(Action.PUT_ITEM, SocialKeys.FOLLOWING)).transact(writes),
                "dynamodb:ConditionCheckItem");
        assertDenied(
                () -> table(on(Action.CONDITION_CHECK_ITEM, SocialKeys.USERS)).transact(writes),
                "dynamodb:PutItem");
        var both =
                table(
                        on(Action.PUT_ITEM, SocialKeys.FOLLOWING),
                        on(Action.CONDITION_CHECK_ITEM, SocialKeys.USERS));
        assertThat(both.transact(writes)).isInstanceOf(Outcome.Done.class);
    }

    @Test
    void batchesHaveTheirOwnActionsAndEveryKeyMustMatch() {
        var keys = List.of(SocialKeys.POST.key(ALICE, POST), SocialKeys.POST_COUNTER.key(POST));
        assertDenied(
                () -> table(on(Action.GET_ITEM, SocialKeys.POSTS)).getAll(keys.subList(0, 1)),
                "dynamodb:BatchGetItem");
        assertDenied(
                () -> table(on(Action.BATCH_GET_ITEM, SocialKeys.POSTS)).getAll(keys),
                "dynamodb:BatchGetItem");
        assertThat(
                        table(
                                        on(Action.BATCH_GET_ITEM, SocialKeys.POSTS),
                                        on(Action.BATCH_GET_ITEM, SocialKeys.POST_COUNTERS))
                                .getAll(keys))
                .isEmpty();
        var writes = List.<Write>of(Write.Delete.of(SocialKeys.POST_COUNTER.key(POST)));
        assertDenied(
                () -> table(on(Action.DELETE_ITEM, SocialKeys.POST_COUNTERS)).writeAll(writes),
                "dynamodb:BatchWriteItem");
        table(on(Action.BATCH_WRITE_ITEM, SocialKeys.POST_COUNTERS)).writeAll(writes);
    }

    @Test
    void anIndexIsASeparateResource() {
        var byUser = Query.in(SocialKeys.LIKED.of(ALICE));
        var byTime = Query.in(SocialKeys.REQUESTS_BY_TIME.of(ALICE));
        var global = table(on(Action.QUERY, SocialKeys.LIKED));
        assertThat(global.read(byUser, 1, null).items()).isEmpty();
        assertDenied(() -> global.read(byTime, 1, null), "dynamodb:Query");
        var local = table(new Grant(Action.QUERY, Index.LSI_ONE, SocialKeys.REQUESTS));
        assertThat(local.read(byTime, 1, null).items()).isEmpty();
        assertDenied(() -> local.read(byUser, 1, null), "dynamodb:Query");
        assertDenied(
                () -> local.read(Query.in(SocialKeys.REQUESTS.of(ALICE)), 1, null),
                "dynamodb:Query");
    }

    /// IAM cannot restrict a Scan to families. A system may have fewer than the table.
    @Test
    void aScanNeedsAGrant() {
        var scan = new Grant(Action.SCAN, Index.TABLE, SocialKeys.USERS);
        var client = clientOf(granted(scan, on(Action.QUERY, SocialKeys.USERS)));
        assertThat(client.scan(s -> s.tableName(Emulator.TABLE)).items()).isNotNull();
        var without = clientOf(granted(on(Action.QUERY, SocialKeys.USERS)));
        assertDenied(() -> without.scan(s -> s.tableName(Emulator.TABLE)), "dynamodb:Scan");
        assertDenied(
                () -> client.scan(s -> s.tableName(Emulator.TABLE).indexName("gsiOne")),
                "dynamodb:Scan");
    }

    @Test
    void aCallWithoutAnActionOfItsOwnOrALeadingKeyIsDenied() {
        var client = clientOf(granted(on(Action.QUERY, SocialKeys.USERS)));
        assertDenied(
                () -> client.deleteTable(t -> t.tableName(Emulator.TABLE)), "DeleteTableRequest");
        assertDenied(
                () ->
                        client.query(q ->
                                q.tableName(Emulator.TABLE)
                                        .keyConditionExpression("sk = :v")
                                        .expressionAttributeValues(
                                                Map.of(":v", AttributeValue.fromS("u#alice")))),
                "dynamodb:Query");
    }

    private DynamoDbClient clientOf(FunctionRow function) {
        return emulator.client(List.of(new Grants(function, FAMILIES, new GrantUse())));
    }

    @Test
    void patternsMatchAsInIam() {
        assertThat(isLike("u#*#post", "u#alice#post")).isTrue();
        assertThat(isLike("u#*#post", "u#alice#posts")).isFalse();
        assertThat(isLike("u#*", "u#alice#post")).as("a wildcard includes separators").isTrue();
        assertThat(isLike("u#*", "U#alice")).as("case-sensitive").isFalse();
        assertThat(isLike("Tag#*", "TagName#alice")).isFalse();
        assertThat(isLike("a?c", "abc")).isTrue();
        assertThat(isLike("a.c", "abc")).isFalse();
    }

    private static boolean isLike(String pattern, String text) {
        return Grants.like(pattern).matcher(text).matches();
    }

    @Test
    void everyKeyBelongsToTheMostSpecificFamily() {
        assertThat(family(SocialKeys.USER_INFO.key(ALICE).pk())).isEqualTo(SocialKeys.USERS);
        assertThat(family(SocialKeys.FOLLOWERS.of(ALICE).pk())).isEqualTo(SocialKeys.FOLLOWERS);
        assertThat(family(SocialKeys.TIMELINE.of(ALICE).pk())).isEqualTo(SocialKeys.TIMELINE);
        assertThat(family(SocialKeys.USER_INFO.key(UserId.of("post")).pk()))
                .isEqualTo(SocialKeys.USERS);
        assertThat(family(SocialKeys.LIKE_LEDGER.of(POST).pk())).isEqualTo(SocialKeys.LIKE_LEDGER);
        assertThat(Grants.familyOf(FAMILIES, Index.GSI_ONE, "Liked#a")).hasValue(SocialKeys.LIKED);
        assertThat(Grants.familyOf(FAMILIES, Index.TABLE, "nonsense")).isEmpty();
    }

    @Test
    void aUseIsRecordedForTheFamilyOfItsKey() {
        var use = new GrantUse();
        var user = on(Action.GET_ITEM, SocialKeys.USERS);
        var table = table(use, user, on(Action.QUERY, SocialKeys.USERS));
        table.get(SocialKeys.USER_INFO.key(ALICE));
        assertThat(use.uses()).containsExactly(new GrantUse.Use("Echo", user));
        // IAM allows this because u#* matches; the comparison reports it
        table.get(SocialKeys.FOLLOWEE.key(ALICE, BOB));
        var difference =
                use.comparedWith(List.of(granted(user, on(Action.QUERY, SocialKeys.USERS))));
        assertThat(difference.surplus())
                .containsExactly(new GrantUse.Use("Echo", on(Action.QUERY, SocialKeys.USERS)));
        assertThat(difference.missing())
                .containsExactly(
                        new GrantUse.Use("Echo", on(Action.GET_ITEM, SocialKeys.FOLLOWING)));
    }

    @Test
    void usesOfSeveralProcessesAreMerged(@TempDir Path folder) {
        var one = new GrantUse();
        table(one, on(Action.GET_ITEM, SocialKeys.USERS)).get(SocialKeys.USER_INFO.key(ALICE));
        var other = new GrantUse();
        table(other, on(Action.QUERY, SocialKeys.LIKES))
                .read(Query.in(SocialKeys.LIKES.of(POST)), 1, null);
        one.save(folder.resolve("one/used.txt"));
        other.save(folder.resolve("other.txt"));
        var all = new GrantUse();
        all.load(folder.resolve("one/used.txt"));
        all.load(folder.resolve("other.txt"));
        all.load(folder.resolve("absent.txt"));
        assertThat(all.uses()).hasSize(2);
        var function =
                granted(on(Action.GET_ITEM, SocialKeys.USERS), on(Action.QUERY, SocialKeys.LIKES));
        assertThat(all.comparedWith(List.of(function)).isEmpty()).isTrue();
    }

    private static Family family(String pk) {
        return Grants.familyOf(FAMILIES, Index.TABLE, pk).orElseThrow();
    }
}
