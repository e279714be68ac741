package plaza.infra;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import plaza.Catalogue.Action;
import plaza.Catalogue.Grant;
import plaza.table.KeySpace.Family;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;
import software.amazon.awscdk.services.iam.PolicyStatement;

/// One statement of a role's policy: the same actions, in one index, on the partition keys of the
/// same families.
///
/// A request that carries several partition keys (BatchGetItem, BatchWriteItem) must find all of
/// them in *one* statement, because IAM judges each statement alone; so an action's families stay
/// together, and only actions with equal families share a statement. A transaction is judged write
/// by write, as the PutItem, UpdateItem, DeleteItem or ConditionCheckItem that it consists of
/// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html>).
///
/// @param index where
/// @param actions what, in the order of [Action]
/// @param families on which partition keys; empty for Scan alone, which has none
record Permission(Index index, List<Action> actions, List<Family> families) {
    private static final String LEADING_KEYS = "dynamodb:LeadingKeys";

    Permission {
        actions = List.copyOf(actions);
        families = List.copyOf(families);
    }

    /// The statements that allow exactly `grants`.
    static List<Permission> of(List<Grant> grants) {
        var familiesByAction = new EnumMap<Index, Map<Action, Set<Family>>>(Index.class);
        for (var grant : grants) {
            var families =
                    familiesByAction
                            .computeIfAbsent(grant.index(), _ -> new TreeMap<>())
                            .computeIfAbsent(grant.action(), _ -> new TreeSet<>());
            // a Scan reads every key, so no condition on keys can ever hold for it
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

    /// The statement, for the table with this ARN.
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

    /// The one ARN: the table's, or the index's and not the table's.
    private String resource(String tableArn) {
        return index.kind() == Kind.TABLE ? tableArn : tableArn + "/index/" + index.indexName();
    }

    /// Every partition key of the request is one of the families', and there is at least one:
    /// `ForAllValues` alone also holds for a request without the key, and `Null` closes that
    /// (<https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html>).
    private Map<String, Object> conditions() {
        var conditions = new TreeMap<String, Object>();
        conditions.put("ForAllValues:StringLike", Map.of(LEADING_KEYS, patterns()));
        conditions.put("Null", Map.of(LEADING_KEYS, "false"));
        var others = swallowed();
        if (!others.isEmpty()) {
            conditions.put("ForAllValues:StringNotLike", Map.of(LEADING_KEYS, others));
        }
        return conditions;
    }

    private List<String> patterns() {
        return families.stream().map(Family::pattern).distinct().sorted().toList();
    }

    /// The patterns of other families whose keys a granted pattern would match too. IAM's `*` also
    /// runs over `#`: `u#*`, meant for the user's own items, would take in `u#<id>#follower` and
    /// every other list below the user.
    private List<String> swallowed() {
        return Arrays.stream(Family.values())
                .filter(other -> other.index() == keyIndex() && !families.contains(other))
                .map(Family::pattern)
                .filter(pattern -> patterns().stream().anyMatch(p -> matches(p, pattern)))
                .filter(pattern -> !patterns().contains(pattern))
                .sorted()
                .toList();
    }

    /// Where the partition keys of this index are spelt: a local index has the table's.
    private Index keyIndex() {
        return index.kind() == Kind.LOCAL ? Index.TABLE : index;
    }

    /// Whether `pattern` matches `text` as IAM's StringLike does, `*` standing for any run of
    /// characters.
    static boolean matches(String pattern, String text) {
        return Pattern.matches(
                Arrays.stream(pattern.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*")),
                text);
    }
}
