package plaza.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.StreamSupport;

/// Evaluates a request against a role's statements as IAM does. It supports what the stack's
/// policies use: allow statements, exact resources, and some condition operators. Anything else
/// throws.
///
/// @param statements the statements
record Policy(List<JsonNode> statements) {
    /// All inline policies of a role together. [RoleGrantsTest] checks that a role has no others.
    static Policy of(JsonNode role) {
        return new Policy(
                list(role.get("Policies")).stream()
                        .flatMap(policy ->
                                list(policy.get("PolicyDocument").get("Statement")).stream())
                        .toList());
    }

    /// Every statement as one comparable line: effect, actions, resources, and its condition if
    /// any.
    List<String> lines() {
        return statements.stream().map(Policy::line).toList();
    }

    private static String line(JsonNode statement) {
        return statement.get("Effect").asText()
                + " "
                + texts(statement.get("Action"))
                + " "
                + list(statement.get("Resource"))
                + (statement.has("Condition") ? " " + statement.get("Condition") : "");
    }

    /// Returns whether a statement allows `action` on `resource` for a request with these partition
    /// keys.
    boolean allows(String action, JsonNode resource, Set<String> leadingKeys) {
        return statements.stream()
                .anyMatch(statement ->
                        texts(statement.get("Action")).contains(action)
                                && list(statement.get("Resource")).contains(resource)
                                && holds(statement.path("Condition"), leadingKeys));
    }

    /// All actions of all statements.
    List<String> actions() {
        return statements.stream().flatMap(s -> texts(s.get("Action")).stream()).toList();
    }

    private static boolean holds(JsonNode conditions, Set<String> leadingKeys) {
        return conditions.properties().stream()
                .allMatch(condition ->
                        holds(
                                condition.getKey(),
                                texts(condition.getValue().get("dynamodb:LeadingKeys")),
                                leadingKeys));
    }

    private static boolean holds(String operator, List<String> patterns, Set<String> keys) {
        return switch (operator) {
            case "ForAllValues:StringLike" -> keys.stream().allMatch(key -> isLike(key, patterns));
            case "ForAllValues:StringNotLike" ->
                    keys.stream().noneMatch(key -> isLike(key, patterns));
            case "Null" -> keys.isEmpty() == Boolean.parseBoolean(patterns.getFirst());
            default ->
                    throw new AssertionError(
                            String.format(Locale.ROOT, "unknown operator %s", operator));
        };
    }

    private static boolean isLike(String key, List<String> patterns) {
        return patterns.stream().anyMatch(pattern -> Permission.matches(pattern, key));
    }

    private static List<String> texts(JsonNode node) {
        return list(node).stream().map(JsonNode::asText).toList();
    }

    /// The elements of a list; a policy contains a single element without the list.
    private static List<JsonNode> list(JsonNode node) {
        return node.isArray()
                ? StreamSupport.stream(node.spliterator(), false).toList()
                : List.of(node);
    }
}
