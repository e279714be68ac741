package plaza.infra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import plaza.catalogue.Action;
import plaza.catalogue.Grant;
import plaza.functions.Catalogue;
import plaza.table.Family;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;

/// One statement of a role's policy: actions on one index, limited to the partition keys of some
/// families.
///
/// IAM evaluates each statement alone, so *one* statement must allow all partition keys of a
/// request (BatchGetItem, BatchWriteItem). The families of an action therefore stay together, and
/// only actions with equal families share a statement. IAM evaluates a transaction write by write,
/// as PutItem, UpdateItem, DeleteItem or ConditionCheckItem
/// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html>).
///
/// @param index the index, or the table itself
/// @param actions the allowed actions, in the order of [Action]
/// @param families the families of the allowed partition keys; empty only for Scan, which has no
///   partition key
public record Permission(Index index, List<Action> actions, List<Family> families) {
    private static final String LEADING_KEYS = "dynamodb:LeadingKeys";

    private static final Comparator<Family> BY_DECLARATION =
            Comparator.comparingInt(family -> Catalogue.ALL.keySpace().families().indexOf(family));

    public Permission {
        actions = List.copyOf(actions);
        families = List.copyOf(families);
    }

    /// The statements that allow exactly `grants`.
    public static List<Permission> of(List<Grant> grants) {
        var familiesByAction = new EnumMap<Index, Map<Action, Set<Family>>>(Index.class);
        for (var grant : grants) {
            var families =
                    familiesByAction
                            .computeIfAbsent(grant.index(), _ -> new TreeMap<>())
                            .computeIfAbsent(grant.action(), _ -> new TreeSet<>(BY_DECLARATION));
            // a Scan reads every key, so a condition on keys would deny it
            if (grant.action() != Action.SCAN) {
                families.add(grant.family());
            }
        }
        var permissions = new ArrayList<Permission>();
        familiesByAction.forEach((index, families) -> {
            var actionsByFamilies = new LinkedHashMap<Set<Family>, List<Action>>();
            families.forEach((action, set) ->
                    actionsByFamilies.computeIfAbsent(set, _ -> new ArrayList<>()).add(action));
            actionsByFamilies.forEach((set, actions) ->
                    permissions.add(new Permission(index, actions, List.copyOf(set))));
        });
        return List.copyOf(permissions);
    }

    /// Returns the policy statement for the table with this ARN.
    PolicyStatement statement(String tableArn) {
        var statement =
                PolicyStatement.Builder.create()
                        .actions(actions.stream().map(Action::iam).toList())
                        .resources(List.of(resource(tableArn)));
        if (!families.isEmpty()) {
            statement.conditions(conditions());
        }
        return statement.build();
    }

    /// The ARN of the table or of the index, but not both.
    private String resource(String tableArn) {
        return index.kind() == Kind.TABLE ? tableArn : tableArn + "/index/" + index.indexName();
    }

    /// The conditions that limit every partition key of a request to the families. `ForAllValues`
    /// alone is also true for a request without partition keys, so `Null` denies those
    /// (<https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html>).
    private Map<String, Object> conditions() {
        var conditions = new TreeMap<String, Object>();
        conditions.put("ForAllValues:StringLike", Map.of(LEADING_KEYS, patterns()));
        conditions.put("Null", Map.of(LEADING_KEYS, "false"));
        var others = alsoMatched();
        if (!others.isEmpty()) {
            conditions.put("ForAllValues:StringNotLike", Map.of(LEADING_KEYS, others));
        }
        return conditions;
    }

    private List<String> patterns() {
        return families.stream().map(Family::pattern).distinct().sorted().toList();
    }

    /// The patterns of other families whose keys a granted pattern would match, too. IAM's `*`
    /// matches `#` as well: `u#*`, meant for a user's own items, also matches `u#<id>#follower`.
    private List<String> alsoMatched() {
        return Catalogue.ALL.keySpace().families().stream()
                .filter(other -> other.index() == keyIndex(index) && !families.contains(other))
                .map(Family::pattern)
                .filter(pattern -> patterns().stream().anyMatch(p -> matches(p, pattern)))
                .filter(pattern -> !patterns().contains(pattern))
                .sorted()
                .toList();
    }

    /// The index that defines the partition keys: a local index has those of the table.
    static Index keyIndex(Index index) {
        return index.kind() == Kind.LOCAL ? Index.TABLE : index;
    }

    /// Returns whether `pattern` matches `text` as in IAM's StringLike, where `*` matches any
    /// characters.
    public static boolean matches(String pattern, String text) {
        return Pattern.matches(
                Arrays.stream(pattern.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*")),
                text);
    }

    /// The statement that allows actions on resources.
    static PolicyStatement allow(List<String> actions, String... resources) {
        return PolicyStatement.Builder.create()
                .actions(actions)
                .resources(List.of(resources))
                .build();
    }

    /// The ARN of something of Step Functions in the account and region of the stack.
    ///
    /// @param kind `stateMachine` or `execution`
    static String statesArn(String kind, String name) {
        return "arn:%s:states:%s:%s:%s:%s"
                .formatted(Aws.PARTITION, Aws.REGION, Aws.ACCOUNT_ID, kind, name);
    }

    /// A role that only one service can assume, with one inline policy. Its path is the name of the
    /// deployed stack, so that a script finds all roles of a stage, and the policy of an identity
    /// that deploys can be limited to them.
    ///
    /// @param service the service, such as `lambda`
    /// @param policy the name of the policy
    static Role role(
            Stack stack,
            String id,
            String service,
            String policy,
            List<PolicyStatement> statements) {
        return Role.Builder.create(stack, id)
                .path(path(stack))
                .assumedBy(new ServicePrincipal(service + ".amazonaws.com"))
                .inlinePolicies(
                        Map.of(
                                policy,
                                PolicyDocument.Builder.create().statements(statements).build()))
                .build();
    }

    /// The path of the roles of a stack: that of a nested stack is the path of its parent.
    static String path(Stack stack) {
        var parent = stack.getNestedStackParent();
        return "/" + (parent == null ? stack : parent).getStackName() + "/";
    }
}
