package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.infra.settings.StackSettings;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.GlobalSecondaryIndexProps;
import software.amazon.awscdk.services.dynamodb.Table;

/// The logical ids of all resources that keep data or that clients refer to. When a logical id
/// changes, a deployment creates a new resource and deletes or abandons the old one: a changed line
/// in this test is a migration, not a rename.
final class DeploymentIdentityTest {
    private static final Set<String> LASTING =
            Set.of(
                    "AWS::DynamoDB::Table",
                    "AWS::KMS::Key",
                    "AWS::S3::Bucket",
                    "AWS::SecretsManager::Secret",
                    "AWS::Cognito::UserPool",
                    "AWS::Cognito::UserPoolClient",
                    "AWS::Cognito::UserPoolDomain",
                    "AWS::ApiGatewayV2::Api",
                    "AWS::CloudFront::Distribution",
                    "AWS::Logs::LogGroup",
                    "AWS::SNS::Topic");

    @Test
    void resourcesWithStateKeepTheirLogicalIds() {
        var ids = new TreeMap<String, String>();
        Template.real()
                .resources()
                .forEach((id, resource) -> {
                    if (LASTING.contains(resource.get("Type").asText())) {
                        ids.put(Template.path(resource), id);
                    }
                });
        var lines = new ArrayList<String>();
        ids.forEach((path, id) -> lines.add(path + " " + id));
        assertThat(String.join("\n", lines))
                .isEqualTo(
                        """
                        Plaza/AccessLogs/Resource AccessLogs8B620ECA
                        Plaza/AdminPool/Client/Resource AdminPoolClient3010329F
                        Plaza/AdminPool/Domain/Resource AdminPoolDomain44A885BE
                        Plaza/AdminPool/Resource AdminPoolED44AAEC
                        Plaza/AlarmTopic/Resource AlarmTopicD01E77F9
                        Plaza/Api Api
                        Plaza/CursorKeys/Resource CursorKeysBBA42BD5
                        Plaza/ErasedIds/Resource ErasedIds2A2E8D2D
                        Plaza/ErasedIdsKey/Resource ErasedIdsKeyE7ABF8AA
                        Plaza/Failures/Resource Failures8A3E1A2F
                        Plaza/Key/Resource Key961B73FD
                        Plaza/Logs/Resource Logs6819BB44
                        Plaza/Media/Resource MediaA721A567
                        Plaza/MediaEdge/Resource MediaEdge1EE9241F
                        Plaza/Table/Resource TableCD117FA1
                        Plaza/UserExport/Resource UserExport8320132B
                        Plaza/UserPool/AccountClient/Resource UserPoolAccountClientE509442A
                        Plaza/UserPool/Client/Resource UserPoolClient43258C81
                        Plaza/UserPool/Domain/Resource UserPoolDomainD0EA232A
                        Plaza/UserPool/Resource UserPool6BA7E5F2\
                        """);
    }

    /// The properties whose change replaces the resource, or which AWS does not change at all.
    /// Those of tables, buckets and secrets are create-only in the schemas of CloudFormation; local
    /// indexes exist only from the creation of a table
    /// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html>). A user pool
    /// and a key do not change the others. No property replaces a distribution.
    private static final Map<String, List<String>> FIXED =
            new TreeMap<>(
                    Map.of(
                            "AWS::DynamoDB::Table",
                            List.of(
                                    "TableName",
                                    "ImportSourceSpecification",
                                    "KeySchema",
                                    "LocalSecondaryIndexes"),
                            "AWS::CloudFront::Distribution",
                            List.of(),
                            "AWS::S3::Bucket",
                            List.of("BucketName", "BucketNamePrefix", "BucketNamespace"),
                            "AWS::SecretsManager::Secret",
                            List.of("Name"),
                            "AWS::KMS::Key",
                            List.of("KeySpec", "KeyUsage", "MultiRegion", "Origin"),
                            "AWS::Cognito::UserPool",
                            List.of(
                                    "AliasAttributes",
                                    "Schema",
                                    "UsernameAttributes",
                                    "UsernameConfiguration")));

    @Test
    void propertiesThatCannotChangeKeepTheirValues() {
        var lines = new ArrayList<String>();
        FIXED.forEach((type, names) ->
                Template.complete()
                        .resources(type)
                        .values()
                        .forEach(resource -> {
                            for (var name : names) {
                                var value = resource.get("Properties").path(name);
                                if (!value.isMissingNode()) {
                                    lines.add(Template.name(resource) + " " + name + " " + value);
                                }
                            }
                        }));
        assertThat(String.join("\n", lines))
                .isEqualTo(
                        """
                        UserPool UsernameAttributes ["email"]
                        UserPool UsernameConfiguration {"CaseSensitive":false}
                        AdminPool UsernameAttributes ["email"]
                        AdminPool UsernameConfiguration {"CaseSensitive":false}
                        Table KeySchema [{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}]
                        Table LocalSecondaryIndexes [{"IndexName":"lsiOne","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"lsiOneSk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}},\
                        {"IndexName":"lsiTwo","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"lsiTwoSk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}},\
                        {"IndexName":"lsiThree","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"lsiThreeSk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}]\
                        """);
    }

    /// `cdk deploy` cannot set a stack policy, so an operator sets it from this file.
    @Test
    void theStackPolicyDeniesReplacingOrDeletingWhatKeepsState() throws IOException {
        var policy = Template.parse(Files.readString(Path.of("stack-policy.json")));
        var denied = policy.get("Statement").get(1);
        assertThat(denied.get("Effect").asText()).isEqualTo("Deny");
        assertThat(denied.get("Action")).hasToString("[\"Update:Replace\",\"Update:Delete\"]");
        var template = Template.real();
        var ids = new ArrayList<String>();
        for (var type : FIXED.keySet()) {
            template.resources(type).keySet().forEach(id -> ids.add("LogicalResourceId/" + id));
        }
        assertThat(denied.get("Resource"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrderElementsOf(ids);
        // a policy of a stack does not apply to its nested stacks
        assertThat(ids).noneMatch(id -> id.contains("."));
    }

    @Test
    void theIdOfARouteIsItsRouteKey() {
        assertThat(ApiGateway.routeId("GET /users/{userId}/posts"))
                .isEqualTo("GetUsersUserIdPostsRoute");
    }

    @Test
    void theIdOfAFunctionIsItsName() {
        var template = Template.real();
        template.resources("AWS::Lambda::Function")
                .forEach((id, function) -> {
                    var name = Template.name(function);
                    assertThat(id.substring(id.indexOf('.') + 1))
                            .startsWith(name)
                            .hasSize(name.length() + 8);
                });
    }

    /// The SAM CLI takes the id of a function from a construct path of at most three parts, and
    /// those of nested stacks have four, so each function states its own
    /// (`samcli/lib/samlib/resource_metadata_normalizer.py` of aws/aws-sam-cli).
    @Test
    void samLocalFindsEachFunctionByTheNameOfItsEvent() throws IOException {
        var handlers = new TreeMap<String, String>();
        Template.real()
                .resources("AWS::Lambda::Function")
                .values()
                .forEach(function ->
                        handlers.put(
                                function.at("/Metadata/SamResourceId").asText(),
                                function.at("/Properties/Handler").asText()));
        try (var files = Files.walk(Path.of("../events"))) {
            var events =
                    files.map(file -> file.getFileName().toString())
                            .filter(file -> file.endsWith(".json"))
                            .map(file -> file.replace(".json", ""))
                            .toList();
            assertThat(handlers.keySet()).containsExactlyInAnyOrderElementsOf(events);
        }
        handlers.forEach(
                (name, handler) -> assertThat(handler).endsWith("." + name + "::handleRequest"));
    }

    /// The two updates that introduce a global index (`docs/evolution.md`): one creates the index
    /// and changes nothing else, and the next one deploys a route and leaves the table.
    @Test
    void aGlobalIndexIsCreatedAloneAndItsRouteFollows() {
        var rows = rows("CreatePost", "LikePost");
        var before = dev(rows, _ -> {});
        var withIndex = dev(rows, DeploymentIdentityTest::addThirdIndex);
        var withRoute =
                dev(
                        rows("CreatePost", "GetUserInfoByUserId", "LikePost"),
                        DeploymentIdentityTest::addThirdIndex);

        assertThat(changed(before, withIndex)).containsExactly("AWS::DynamoDB::Table");
        var created = (ObjectNode) withIndex.at("Table/Resource").deepCopy();
        var indexes = created.withArray("GlobalSecondaryIndexes");
        assertThat(indexes.remove(indexes.size() - 1).get("IndexName").asText())
                .isEqualTo("gsiThree");
        var attributes = created.withArray("AttributeDefinitions");
        attributes.remove(attributes.size() - 1);
        attributes.remove(attributes.size() - 1);
        assertThat(created).isEqualTo(before.at("Table/Resource"));

        assertThat(changed(withIndex, withRoute))
                .contains("AWS::Lambda::Function")
                .doesNotContain("AWS::DynamoDB::Table");
    }

    /// The types of the resources that differ.
    private static Set<String> changed(Template before, Template after) {
        var types = new TreeSet<String>();
        var all = new TreeMap<>(before.resources());
        all.putAll(after.resources());
        all.forEach((id, resource) -> {
            if (!resource.equals(before.resources().get(id))
                    || !after.resources().containsKey(id)) {
                types.add(resource.get("Type").asText());
            }
        });
        return types;
    }

    /// The template of a stage for development.
    private static Template dev(List<HttpFunction> rows, Consumer<PlazaStack> change) {
        return Template.synthesise(
                StackSettings.dev(), rows, Catalogue.ALL.streamFunctions(), change);
    }

    private static List<HttpFunction> rows(String... names) {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> Set.of(names).contains(row.name()))
                .toList();
    }

    private static void addThirdIndex(PlazaStack stack) {
        ((Table) stack.getNode().findChild("Table"))
                .addGlobalSecondaryIndex(
                        GlobalSecondaryIndexProps.builder()
                                .indexName("gsiThree")
                                .partitionKey(string("gsiThreePk"))
                                .sortKey(string("gsiThreeSk"))
                                .build());
    }

    private static Attribute string(String name) {
        return Attribute.builder().name(name).type(AttributeType.STRING).build();
    }
}
