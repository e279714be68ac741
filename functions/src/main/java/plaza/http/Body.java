package plaza.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.text.Malformed;

/// The values of a JSON body, every one of them already parsed and found good.
public final class Body {
    private final Map<String, Object> values;
    private final JsonNode tree;

    private Body(Map<String, Object> values, JsonNode tree) {
        this.values = values;
        this.tree = tree;
    }

    /// Reads exactly these fields; all that is wrong is reported at once.
    ///
    /// @throws ProblemException 400 naming each bad, missing or unknown field
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
                errors.add(new Problem.FieldError(field.name(), malformed.rule()));
            }
        }
        for (var name : (Iterable<String>) tree::fieldNames) {
            if (!known.contains(name)) {
                errors.add(Problem.FieldError.unknown(name, "is not a field of this body"));
            }
        }
        if (!errors.isEmpty()) {
            throw Problem.malformed("The body has bad fields.", errors).refusal();
        }
        return new Body(values, tree);
    }

    /// The value of a required field.
    public <T> T get(Field<T> field) {
        var value = getOrNull(field);
        if (value == null) {
            throw new IllegalStateException("not a required field of this body");
        }
        return value;
    }

    /// The value of a field, or null where the body does not give it.
    @SuppressWarnings("unchecked") // put there by the same field's parser
    public <T> @Nullable T getOrNull(Field<T> field) {
        return (T) values.get(field.name());
    }

    /// Whether the body names the field at all, be it with null.
    public boolean names(Field<?> field) {
        return tree.has(field.name());
    }
}
