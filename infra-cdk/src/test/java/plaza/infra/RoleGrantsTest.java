package plaza.infra;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.ObjectAccess;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.ScheduledFunction;
import plaza.catalogue.StreamFunction;
import plaza.functions.Catalogue;
import plaza.reconcile.Reconcile;
import plaza.stream.FanOut;
import plaza.table.Family;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;

/// Each role allows exactly the requests that the Catalogue grants: every combination of action,
/// index and key family is evaluated against its policy.
final class RoleGrantsTest {
    /// IAM's limit on the inline policies of one role together
    /// (<https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html>).
    private static final int POLICY_CHARACTERS_MAX = 10_240;

    private final Template template = Template.real();

    @Test
    void aRoleAllowsExactlyWhatTheCatalogueGrants() {
        assertThat(Catalogue.ALL.functions()).isNotEmpty();
        var requests = requests();
        for (var function : Catalogue.ALL.functions()) {
            var policy = policy(function);
            var allowed =
                    requests.stream()
                            .filter(request ->
                                    policy.allows(
                                            request.action(), request.resource(), request.keys()))
                            .map(Request::grant)
                            .toList();
            assertThat(allowed)
                    .as(function.name())
                    .containsExactlyInAnyOrderElementsOf(
                            function.grants().stream()
                                    .map(RoleGrantsTest::text)
                                    .distinct()
                                    .toList());
        }
    }

    /// A request for the items of a family.
    ///
    /// @param keys its partition keys
    /// @param grant the grant that permits it
    private record Request(String action, JsonNode resource, Set<String> keys, String grant) {}

    /// A request for each combination of action, index and family.
    private List<Request> requests() {
        var requests = new ArrayList<Request>();
        for (var index : Index.values()) {
            var resource = arn(index);
            for (var family : Catalogue.ALL.keySpace().families()) {
                if (family.index() == keyIndex(index)) {
                    var keys = Set.of(key(family));
                    for (var action : Action.values()) {
                        var grant = text(new Grant(action, index, family));
                        requests.add(new Request(action.iam(), resource, keys, grant));
                    }
                }
            }
        }
        return requests;
    }

    /// Only a comparison of all statements finds actions that the Catalogue does not have (such as
    /// PartiQL) and additional policies. [ApprovedTemplateTest] shows the roles of services.
    @Test
    void everyFunctionHasExactlyTheseStatements() {
        for (var function : Catalogue.ALL.functions()) {
            var role = template.at(function.name() + "Role/Resource");
            for (var statement : Policy.of(role).statements()) {
                assertThat(statement.properties())
                        .as(function.name())
                        .extracting(Map.Entry::getKey)
                        .isSubsetOf("Effect", "Action", "Resource", "Condition");
            }
            assertThat(role.properties())
                    .as(function.name())
                    .extracting(Map.Entry::getKey)
                    .containsExactlyInAnyOrder(
                            "AssumeRolePolicyDocument", "Path", "Policies", "Tags");
            assertThat(Policy.of(role).lines())
                    .as(function.name())
                    .containsExactlyInAnyOrderElementsOf(expectedLines(function));
        }
        assertThat(template.resources().values())
                .extracting(resource -> resource.get("Type").asText())
                .doesNotContain(
                        "AWS::IAM::Policy", "AWS::IAM::ManagedPolicy", "AWS::IAM::RolePolicy");
    }

    private List<String> expectedLines(FunctionRow function) {
        var lines = new ArrayList<String>();
        for (var permission : Permission.of(function.grants())) {
            var actions = permission.actions().stream().map(Action::iam).toList();
            var line = "Allow " + actions + " [" + arn(permission.index()) + "]";
            lines.add(
                    actions.equals(List.of(Action.SCAN.iam()))
                            ? line
                            : line + " " + condition(permission));
        }
        var failures = template.arnOf("Failures/Resource");
        var key = template.arnOf("Key/Resource");
        lines.add(
                "Allow [logs:CreateLogStream, logs:PutLogEvents] ["
                        + template.arnOf("Logs/Resource")
                        + "]");
        switch (function) {
            case HttpFunction http -> lines.addAll(objectLines(http.objects()));
            case PublicFunction _ -> {}
            case StreamFunction _ -> {
                lines.add(
                        "Allow [dynamodb:DescribeStream, dynamodb:GetRecords,"
                                + " dynamodb:GetShardIterator, dynamodb:ListStreams]"
                                + " [{\"Fn::GetAtt\":[\""
                                + template.idAt("Table/Resource")
                                + "\",\"StreamArn\"]}]");
                lines.add(
                        "Allow [s3:PutObject] [{\"Fn::Join\":[\"\",["
                                + failures
                                + ",\"/aws/lambda/*\"]]}]");
                lines.add("Allow [s3:ListBucket] [" + failures + "]");
                lines.add("Allow [kms:Decrypt, kms:GenerateDataKey] [" + key + "]");
                if (function.handler() == FanOut.class) {
                    lines.add(
                            "Allow [s3:PutObject] [{\"Fn::Join\":[\"\",["
                                    + template.arnOf("ErasedIds/Resource")
                                    + ",\"/*\"]]}]");
                    lines.add(
                            "Allow [s3:DeleteObject] [%s, %s]"
                                    .formatted(objects("uploads"), objects("images")));
                    lines.add("Allow [s3:DeleteObjectTagging] [" + objects("images") + "]");
                    lines.add(existence());
                    lines.add(
                            "Allow [cognito-idp:AdminUserGlobalSignOut,"
                                    + " cognito-idp:AdminDeleteUser] ["
                                    + template.arnOf("UserPool/Resource")
                                    + "]");
                }
            }
            case ScheduledFunction scheduled -> {
                if (function.handler() == Reconcile.class) {
                    lines.add(
                            "Allow [s3:ListBucket] [" + template.arnOf("ErasedIds/Resource") + "]");
                }
                if (scheduled.kind() == ScheduledFunction.Kind.REDRIVE) {
                    lines.add("Allow [s3:ListBucket] [" + failures + "]");
                    lines.add(
                            "Allow [s3:GetObject, s3:DeleteObject] [{\"Fn::Join\":[\"\",["
                                    + failures
                                    + ",\"/aws/lambda/*\"]]}]");
                    lines.add("Allow [kms:Decrypt] [" + key + "]");
                    lines.add(
                            "Allow [lambda:InvokeFunction] "
                                    + Catalogue.ALL.streamFunctions().stream()
                                            .map(this::alias)
                                            .toList());
                }
            }
        }
        return lines;
    }

    private List<String> objectLines(@Nullable ObjectAccess access) {
        return switch (access) {
            case null -> List.of();
            case SIGN ->
                    List.of(
                            "Allow [s3:PutObject, s3:PutObjectTagging] ["
                                    + objects("uploads")
                                    + "]");
            case USE ->
                    List.of(
                            "Allow [s3:GetObject] [" + objects("uploads") + "]",
                            "Allow [s3:PutObject, s3:PutObjectTagging] [" + objects("images") + "]",
                            existence());
        };
    }

    private String objects(String folder) {
        return "{\"Fn::Join\":[\"\",[%s,\"/%s/*\"]]}"
                .formatted(template.arnOf("Media/Resource"), folder);
    }

    /// A function that reads an object, or removes its tags, must see that it does not exist.
    private String existence() {
        return "Allow [s3:ListBucket] [" + template.arnOf("Media/Resource") + "]";
    }

    /// The condition of a statement about the table. Other tests evaluate it; this one compares its
    /// families.
    private static String condition(Permission permission) {
        var patterns = new TreeSet<String>();
        permission.families().forEach(family -> patterns.add(family.pattern()));
        var others = new TreeSet<String>();
        for (var other : Catalogue.ALL.keySpace().families()) {
            if (other.index() == keyIndex(permission.index())
                    && !patterns.contains(other.pattern())
                    && patterns.stream().anyMatch(p -> Permission.matches(p, other.pattern()))) {
                others.add(other.pattern());
            }
        }
        var condition = JsonNodeFactory.instance.objectNode();
        put(condition, "ForAllValues:StringLike", patterns);
        if (!others.isEmpty()) {
            put(condition, "ForAllValues:StringNotLike", others);
        }
        condition.putObject("Null").put("dynamodb:LeadingKeys", "false");
        return condition.toString();
    }

    private static void put(ObjectNode condition, String operator, Set<String> patterns) {
        var keys = condition.putObject(operator).putArray("dynamodb:LeadingKeys");
        patterns.forEach(keys::add);
    }

    private String alias(FunctionRow function) {
        return "{\"Ref\":\"" + template.idAt(function.name() + "/Aliaslive/Resource") + "\"}";
    }

    @Test
    void oneForeignKeyDeniesARequestForSeveralGrantedFamilies() {
        for (var function : Catalogue.ALL.functions()) {
            var policy = policy(function);
            for (var grant : function.grants()) {
                var together = new TreeSet<String>();
                for (var other : function.grants()) {
                    if (other.action() == grant.action() && other.index() == grant.index()) {
                        together.add(key(other.family()));
                    }
                }
                var arn = arn(grant.index());
                assertThat(policy.allows(grant.action().iam(), arn, together))
                        .as(function.name() + " " + text(grant))
                        .isTrue();
                together.add("Elsewhere#x1");
                // a Scan has no keys that could deny it
                assertThat(policy.allows(grant.action().iam(), arn, together))
                        .isEqualTo(grant.action() == Action.SCAN);
            }
        }
    }

    @Test
    void aRequestWithoutAPartitionKeyIsDenied() {
        for (var function : Catalogue.ALL.functions()) {
            var policy = policy(function);
            for (var action : Action.values()) {
                if (action != Action.SCAN) {
                    for (var index : Index.values()) {
                        assertThat(policy.allows(action.iam(), arn(index), Set.of())).isFalse();
                    }
                }
            }
        }
    }

    /// CloudFormation creates the new role before the version that uses it, and deletes resources
    /// that a template no longer has after all aliases have moved
    /// (<https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-updating-stacks-update-behaviors.html>).
    @Test
    void aVersionKeepsTheRoleWithTheGrantsOfItsCommit() {
        var row = row("CreatePost");
        var removed = row.grants().getFirst();
        var kept = row.grants().stream().filter(grant -> !grant.equals(removed)).toList();
        var others = List.of(row("LikePost"), row("GetPostListByUserId"));
        var before = prod(row, others);
        var after = prod(with(row, kept), others);

        var path = row.name() + "Role/Resource";
        assertThat(after.idAt(path)).isNotEqualTo(before.idAt(path));
        assertThat(after.at(row.name() + "/Resource").get("Role")).hasToString(after.arnOf(path));
        var published = after.versions();
        published.values().removeAll(before.versions().values());
        assertThat(published.keySet()).containsExactly(row.name());
        // the roles of all others are the same
        var created = new TreeSet<>(after.resources("AWS::IAM::Role").keySet());
        created.removeAll(before.resources("AWS::IAM::Role").keySet());
        assertThat(created).containsExactly(after.idAt(path));
        assertThat(Policy.of(after.at(path)).toString())
                .isNotEqualTo(Policy.of(before.at(path)).toString());
    }

    /// A rollback moves an alias to an old version, which needs its role.
    @Test
    void theRolesOfOldVersionsAreKeptInProdAsTheVersionsAre() {
        for (var function : Catalogue.ALL.functions()) {
            var role = template.resourceAt(function.name() + "Role/Resource");
            var version = template.versions().get(function.name());
            for (var policy : List.of("DeletionPolicy", "UpdateReplacePolicy")) {
                assertThat(role.get(policy))
                        .as(function.name() + " " + policy)
                        .isEqualTo(requireNonNull(template.resources().get(version)).get(policy));
            }
        }
    }

    private static HttpFunction row(String name) {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> row.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    private static HttpFunction with(HttpFunction row, List<Grant> grants) {
        return new HttpFunction(
                row.handler(),
                row.method(),
                row.path(),
                row.access(),
                row.prerequisite(),
                row.limit(),
                row.summary(),
                row.body(),
                grants,
                row.budget(),
                row.rule(),
                row.expansions(),
                row.contract(),
                row.pages(),
                row.objects(),
                row.parts());
    }

    private static Template prod(HttpFunction row, List<HttpFunction> others) {
        var rows = new ArrayList<>(others);
        rows.add(row);
        return Template.synthesise(Template.FULL, rows, Catalogue.ALL.streamFunctions(), _ -> {});
    }

    @Test
    void onlyReconcileAndMigrateScan() {
        assertThat(Catalogue.ALL.functions())
                .filteredOn(function -> policy(function).actions().contains(Action.SCAN.iam()))
                .extracting(FunctionRow::name)
                .containsExactlyInAnyOrder("Reconcile", "Migrate");
    }

    @Test
    void everyPolicyFitsTheLimitOfARole() {
        for (var role : template.resources("AWS::IAM::Role").values()) {
            // each reference resolves to an ARN of at most about 110 characters
            var text = role.get("Properties").get("Policies").toString();
            var references = text.split("\"Ref\"|\"Fn::GetAtt\"", -1).length - 1;
            assertThat(text.length() + 110 * references).isLessThan(POLICY_CHARACTERS_MAX);
        }
    }

    private Policy policy(FunctionRow function) {
        return Policy.of(template.at(function.name() + "Role/Resource"));
    }

    private JsonNode arn(Index index) {
        var json = JsonNodeFactory.instance;
        var table = json.objectNode();
        table.putArray("Fn::GetAtt").add(template.idAt("Table/Resource")).add("Arn");
        if (index.kind() == Kind.TABLE) {
            return table;
        }
        var joined = json.objectNode();
        var parts = joined.putArray("Fn::Join").add("").addArray();
        parts.add(table).add("/index/" + index.indexName());
        return joined;
    }

    private static Index keyIndex(Index index) {
        return index.kind() == Kind.LOCAL ? Index.TABLE : index;
    }

    /// A key that belongs to this family only.
    private static String key(Family family) {
        var key = family.pattern().replace("*", "x1");
        var others =
                Catalogue.ALL.keySpace().families().stream()
                        .filter(f -> f.index() == family.index() && f != family)
                        .map(f -> f.pattern().replace("*", "x1"));
        assertThat(others).doesNotContain(key);
        return key;
    }

    private static String text(Grant grant) {
        return List.of(grant.action(), grant.index(), grant.family()).toString();
    }
}
