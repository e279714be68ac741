package plaza.local.development;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import plaza.local.context.ExampleRule;
import plaza.local.context.KnownIds;
import plaza.local.context.StoredItems;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The examples of the OpenAPI document with ids that exist in the table.
///
/// Their caller is the user for whom the table has most of what [ExampleRule]s look for, and they
/// name what belongs to that user if there is any. An id is that of the document if the table has
/// none of its kind.
final class Examples {
    private static final String USER_ID = "userId";

    /// The caller of the examples of the document.
    private static final String EXAMPLE_USER = "alice";

    /// The users among whom the caller is chosen.
    private static final int USERS_MAX = 50;

    private final Collection<Map<String, AttributeValue>> items;
    private final StoredItems stored;
    private final Map<String, KnownIds> knownIds;
    private final Map<String, ExampleRule> rules;
    private final @Nullable String user;

    /// A request.
    ///
    /// @param path the values of the path parameters, in the order of the path
    /// @param query the values of the query parameters that the example has
    /// @param bodies by media type
    /// @param isMissing whether the table has users, but nothing that the request could name
    record Example(
            Map<String, String> path,
            Map<String, String> query,
            Map<String, JsonNode> bodies,
            boolean isMissing) {}

    /// @param items the items of the table
    /// @param knownIds the ids that exist, by path parameter
    /// @param rules by the name of the function
    Examples(
            Collection<Map<String, AttributeValue>> items,
            Map<String, KnownIds> knownIds,
            Map<String, ExampleRule> rules) {
        this.items = items;
        this.stored = new StoredItems(items);
        this.knownIds = knownIds;
        this.rules = rules;
        var users = knownIds.get(USER_ID);
        this.user =
                users == null
                        ? null
                        : users.in(items, Set.of(), "")
                                .limit(USERS_MAX)
                                // the first of those for whom most is found
                                .sorted(Comparator.comparingLong(this::found).reversed())
                                .findFirst()
                                .orElse(null);
    }

    private long found(String caller) {
        return rules.values().stream()
                .filter(rule -> rule.values(stored, caller).isPresent())
                .count();
    }

    /// Whether the table has users.
    boolean hasUsers() {
        return user != null;
    }

    /// The id of the caller.
    String caller() {
        return user == null ? EXAMPLE_USER : user;
    }

    /// Returns the request of an operation.
    Example of(JsonNode operation) {
        var used = new HashSet<String>();
        if (user != null) {
            used.add(user);
        }
        var rule = user == null ? null : rules.get(operation.path("operationId").asText());
        var found = rule == null ? Optional.<ObjectNode>empty() : rule.values(stored, caller());
        var chosen = found.orElseGet(JsonNodeFactory.instance::objectNode);
        var path = new LinkedHashMap<String, String>();
        var query = new LinkedHashMap<String, String>();
        for (var parameter : operation.path("parameters")) {
            var name = parameter.path("name").asText();
            var example = text(parameter.path("example"));
            switch (parameter.path("in").asText()) {
                case "path" -> {
                    var id = chosen.has(name) ? text(chosen.get(name)) : id(name, example, used);
                    used.add(id);
                    path.put(name, id);
                }
                case "query" -> {
                    if (!example.isEmpty()) {
                        query.put(name, name.equals("ids") ? id(name, example, used) : example);
                    }
                }
                default -> {}
            }
        }
        var bodies = new LinkedHashMap<String, JsonNode>();
        for (var content : operation.at("/requestBody/content").properties()) {
            var body = content.getValue().path("example").deepCopy();
            if (body instanceof ObjectNode fields) {
                chosen.properties().stream()
                        .filter(field -> fields.has(field.getKey()))
                        .forEach(field -> fields.set(field.getKey(), field.getValue()));
            }
            bodies.put(content.getKey(), body);
        }
        return new Example(path, query, bodies, rule != null && found.isEmpty());
    }

    /// The id of a path parameter, or of the query parameter `ids`.
    ///
    /// @param used the ids before it in the path
    private String id(String parameter, String example, Set<String> used) {
        if (user == null) {
            return example;
        }
        var kind = knownIds.get(parameter.equals("ids") ? USER_ID : parameter);
        if (kind == null) {
            return example;
        }
        var known = kind.in(items, used, "").toList();
        return kind.isCaller() && (known.isEmpty() || known.contains(user))
                ? user
                : known.stream().filter(id -> !used.contains(id)).findFirst().orElse(example);
    }

    /// An example in an address: an array is one text with commas.
    private static String text(JsonNode example) {
        if (!example.isArray()) {
            return example.asText();
        }
        var elements = new StringJoiner(",");
        example.forEach(element -> elements.add(element.asText()));
        return elements.toString();
    }
}
