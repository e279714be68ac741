package plaza.dynamodb;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Query;
import plaza.table.TableSchema;
import plaza.table.Write;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Converts conditions and updates to DynamoDB's expressions. Every attribute name and every value
/// is a placeholder, so that no name is a reserved word and no text is parsed as syntax.
final class Expression {
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();

    /// The placeholders of names, or null if there are none (DynamoDB rejects an empty map).
    @Nullable Map<String, String> names() {
        return names.isEmpty() ? null : names;
    }

    /// The placeholders of values, or null if there are none.
    @Nullable Map<String, AttributeValue> values() {
        return values.isEmpty() ? null : values;
    }

    /// The condition expression of a write, or null if it has no condition.
    @Nullable String conditionOf(Write write) {
        return write.condition() == null ? null : condition(write.condition());
    }

    /// A condition expression.
    String condition(Condition condition) {
        return switch (condition) {
            case Condition.Absent() -> "attribute_not_exists(" + name(TableSchema.PK) + ")";
            case Condition.Exists() -> "attribute_exists(" + name(TableSchema.PK) + ")";
            case Condition.AbsentOrExpired(var now) ->
                    "(attribute_not_exists("
                            + name(TableSchema.PK)
                            + ") OR "
                            + compare(TableSchema.TTL, "<=", number(now.getEpochSecond()))
                            + ")";
            case Condition.ValueIs(var attribute, var value) -> compare(attribute, "=", value);
            case Condition.NumberAtLeast(var attribute, var value) ->
                    compare(attribute, ">=", number(value));
            case Condition.NumberBelow(var attribute, var value) ->
                    compare(attribute, "<", number(value));
            case Condition.AttributeAbsent(var attribute) ->
                    "attribute_not_exists(" + name(attribute) + ")";
            case Condition.All(var conditions) -> joined(conditions, " AND ");
            case Condition.Any(var conditions) -> joined(conditions, " OR ");
        };
    }

    /// An update expression.
    String update(Map<String, Write.AttributeUpdate> changes) {
        var set = new StringJoiner(", ", "SET ", " ").setEmptyValue("");
        var add = new StringJoiner(", ", "ADD ", " ").setEmptyValue("");
        var remove = new StringJoiner(", ", "REMOVE ", " ").setEmptyValue("");
        changes.forEach((attribute, change) -> {
            switch (change) {
                case Write.AttributeUpdate.Set(var value) ->
                        set.add(name(attribute) + " = " + value(value));
                case Write.AttributeUpdate.Add(var delta) ->
                        add.add(name(attribute) + " " + value(number(delta)));
                case Write.AttributeUpdate.Remove() -> remove.add(name(attribute));
            }
        });
        return (set.toString() + add + remove).strip();
    }

    /// A key condition expression.
    String key(Query query) {
        var index = query.collection().index();
        var whole =
                compare(index.partitionKey(), "=", AttributeValue.fromS(query.collection().pk()));
        if (!query.above().isEmpty()) {
            return whole
                    + " AND "
                    + compare(index.sortKey(), ">", AttributeValue.fromS(query.above()));
        }
        if (!query.least().isEmpty()) {
            return whole
                    + " AND "
                    + compare(index.sortKey(), "BETWEEN", AttributeValue.fromS(query.least()))
                    + " AND "
                    + value(AttributeValue.fromS(query.greatest()));
        }
        return query.prefix().isEmpty()
                ? whole
                : whole
                        + " AND begins_with("
                        + name(index.sortKey())
                        + ", "
                        + value(AttributeValue.fromS(query.prefix()))
                        + ")";
    }

    private String joined(List<Condition> conditions, String operator) {
        return "(" + String.join(operator, conditions.stream().map(this::condition).toList()) + ")";
    }

    private String compare(String attribute, String operator, AttributeValue value) {
        return name(attribute) + " " + operator + " " + value(value);
    }

    private String name(String attribute) {
        for (var entry : names.entrySet()) {
            if (entry.getValue().equals(attribute)) {
                return entry.getKey();
            }
        }
        var placeholder = "#n" + names.size();
        names.put(placeholder, attribute);
        return placeholder;
    }

    private String value(AttributeValue value) {
        var placeholder = ":v" + values.size();
        values.put(placeholder, value);
        return placeholder;
    }

    private static AttributeValue number(long number) {
        return AttributeValue.fromN(Long.toString(number));
    }
}
