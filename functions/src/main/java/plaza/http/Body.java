package plaza.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.text.Malformed;

/// The parsed and validated fields of a JSON body.
public final class Body {
    private final Map<String, Object> values;
    private final JsonNode tree;

    private Body(Map<String, Object> values, JsonNode tree) {
        this.values = values;
        this.tree = tree;
    }

    /// Reads exactly these fields and reports all faults at once.
    ///
    /// @throws ProblemException 400 naming each invalid, missing or unknown field
    static Body read(JsonNode tree, List<Field<?>> fields) {
        var values = new HashMap<String, Object>();
        var errors = new ArrayList<Problem.FieldError>();
        var known = new HashSet<String>();
        for (var field : fields) {
            known.add(field.name());
            try {
                var value = field.read(tree.get(field.name()));
                if (value != null) {
                    values.put(field.name(), value);
                }
            } catch (Malformed malformed) {
                errors.add(
                        new Problem.FieldError(
                                field.name(), malformed.about("The field `" + field.name() + "`")));
            }
        }
        for (var name : (Iterable<String>) tree::fieldNames) {
            if (!known.contains(name)) {
                errors.add(Problem.FieldError.unknown(name, "The body has no field"));
            }
        }
        if (!errors.isEmpty()) {
            throw Problem.malformed("The body has invalid fields.", errors).exception();
        }
        return new Body(values, tree);
    }

    /// The value of a required field.
    public <T> T get(Field<T> field) {
        var value = getOrNull(field);
        if (value == null) {
            throw new IllegalStateException("the field is not a required field of this body");
        }
        return value;
    }

    /// The value of a field, or null if it is absent or null.
    @SuppressWarnings("unchecked") // the value comes from the parser of the same field
    public <T> @Nullable T getOrNull(Field<T> field) {
        return (T) values.get(field.name());
    }

    /// Rejects a body that changes read-only fields. Those that are absent or null are not
    /// compared.
    ///
    /// @param stored the response that contains the stored values
    /// @throws ProblemException 422 naming each field with another value
    public void requireUnchanged(List<Field<JsonNode>> readOnly, Json stored) {
        var values = stored.tree();
        var errors =
                readOnly.stream()
                        .filter(field -> {
                            var sent = getOrNull(field);
                            return sent != null && !sent.equals(values.get(field.name()));
                        })
                        .map(field ->
                                new Problem.FieldError(
                                        field.name(),
                                        "The field `"
                                                + field.name()
                                                + "` is read-only. Send the stored value, or leave"
                                                + " the field out."))
                        .toList();
        if (!errors.isEmpty()) {
            throw Problem.ruleBroken("The body changes read-only fields.", errors).exception();
        }
    }

    /// Whether the body contains the field, even with the value null.
    public boolean contains(Field<?> field) {
        return tree.has(field.name());
    }
}
