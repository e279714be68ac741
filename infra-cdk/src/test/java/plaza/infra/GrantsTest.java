package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import plaza.Catalogue;
import plaza.Catalogue.Action;
import plaza.Catalogue.Grant;
import plaza.table.KeySpace.Family;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;

/// What each role may do to the table is what the Catalogue grants, tried out request by request on
/// every action, index and family there is.
final class GrantsTest {
    /// IAM's limit on the inline policies of one role together.
    private static final int POLICY_CHARACTERS_MAX = 10_240;

    private final Template template = Template.real();

    @Test
    void aRoleAllowsExactlyWhatTheCatalogueGrants() {
        assertThat(Catalogue.functions()).isNotEmpty();
        for (var function : Catalogue.functions()) {
            var policy = policy(function);
            var allowed = new ArrayList<String>();
            for (var action : Action.values()) {
                for (var index : Index.values()) {
                    for (var family : Family.values()) {
                        if (family.index() == keyIndex(index)
                                && policy.allows(action.iam(), arn(index), Set.of(key(family)))) {
                            allowed.add(text(new Grant(action, index, family)));
                        }
                    }
                }
            }
            assertThat(allowed)
                    .as(function.name())
                    .containsExactlyInAnyOrderElementsOf(
                            function.grants().stream().map(GrantsTest::text).distinct().toList());
        }
    }

    @Test
    void aRequestForSeveralGrantedFamiliesIsAllowedAndOneForeignKeySpoilsIt() {
        for (var function : Catalogue.functions()) {
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
                // a Scan has no keys, so none can spoil it
                assertThat(policy.allows(grant.action().iam(), arn, together))
                        .isEqualTo(grant.action() == Action.SCAN);
            }
        }
    }

    @Test
    void aRequestWithoutAPartitionKeyIsRefused() {
        for (var function : Catalogue.functions()) {
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

    @Test
    void noActionHasAWildcardAndNobodyScansButReconcile() {
        for (var function : Catalogue.functions()) {
            assertThat(policy(function).actions())
                    .isNotEmpty()
                    .allSatisfy(action -> assertThat(action).doesNotContain("*"));
            if (!function.name().equals("Reconcile")) {
                assertThat(policy(function).actions()).doesNotContain(Action.SCAN.iam());
            }
        }
    }

    @Test
    void onlyTracesAreWrittenToAnyResource() {
        for (var role : template.resources("AWS::IAM::Role").values()) {
            for (var statement : Policy.of(role.get("Properties")).statements()) {
                if (statement.get("Resource").asText().equals("*")) {
                    assertThat(statement.get("Action").toString())
                            .isEqualTo("[\"xray:PutTraceSegments\",\"xray:PutTelemetryRecords\"]");
                }
            }
        }
    }

    @Test
    void everyPolicyFitsARole() {
        for (var role : template.resources("AWS::IAM::Role").values()) {
            // each reference becomes an ARN of at most some 110 characters
            var text = role.get("Properties").get("Policies").toString();
            var references = text.split("\"Ref\"|\"Fn::GetAtt\"", -1).length - 1;
            assertThat(text.length() + 110 * references).isLessThan(POLICY_CHARACTERS_MAX);
        }
    }

    @Test
    void onlyPagedFunctionsReadTheCursorKeys() {
        for (var function : Catalogue.httpFunctions()) {
            assertThat(policy(function).actions().contains("secretsmanager:GetSecretValue"))
                    .as(function.name())
                    .isEqualTo(function.pages());
        }
    }

    private Policy policy(Catalogue.Function function) {
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

    /// A key of the family and of no other.
    private static String key(Family family) {
        var key = family.pattern().replace("*", "x1");
        var others =
                Arrays.stream(Family.values())
                        .filter(f -> f.index() == family.index() && f != family)
                        .map(f -> f.pattern().replace("*", "x1"));
        assertThat(others).doesNotContain(key);
        return key;
    }

    private static String text(Grant grant) {
        return List.of(grant.action(), grant.index(), grant.family()).toString();
    }
}
