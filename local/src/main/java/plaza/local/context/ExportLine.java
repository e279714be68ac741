package plaza.local.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.http.Schema.Text;

/// A line of an export, or an object in it, which has the properties of its shape.
public record ExportLine(JsonNode json) {
    public boolean has(String property) {
        return json.has(property);
    }

    /// The text of a property.
    public String text(String property) {
        return json.path(property).asText();
    }

    /// The text of an optional property.
    public @Nullable String textOrNull(String property) {
        return json.path(property).textValue();
    }

    /// The value of a property that is a text.
    public <T> T value(String property, Text<T> schema) {
        return schema.parse().apply(text(property));
    }

    /// The value of an optional property that is a text.
    public <T> @Nullable T valueOrNull(String property, Text<T> schema) {
        return has(property) ? value(property, schema) : null;
    }

    /// The values of an array of texts.
    public <T> List<T> values(String property, Text<T> schema) {
        var values = new ArrayList<T>();
        json.path(property).forEach(each -> values.add(schema.parse().apply(each.asText())));
        return values;
    }

    public Instant time(String property) {
        return value(property, Text.TIME);
    }

    public long number(String property) {
        return json.path(property).longValue();
    }

    /// The numbers of an array.
    public List<Long> numbers(String property) {
        var numbers = new ArrayList<Long>();
        json.path(property).forEach(each -> numbers.add(each.longValue()));
        return numbers;
    }

    /// The numbers of an object, by their names.
    public Map<String, Long> numbersByName(String property) {
        var numbers = new TreeMap<String, Long>();
        json.path(property)
                .properties()
                .forEach(each -> numbers.put(each.getKey(), each.getValue().longValue()));
        return numbers;
    }

    /// Whether a property is true. It is false if the property is absent.
    public boolean flag(String property) {
        return json.path(property).booleanValue();
    }

    /// The object of an optional property.
    public @Nullable ExportLine objectOrNull(String property) {
        return has(property) ? new ExportLine(json.path(property)) : null;
    }

    /// The objects of an array.
    public List<ExportLine> objects(String property) {
        var objects = new ArrayList<ExportLine>();
        json.path(property).forEach(each -> objects.add(new ExportLine(each)));
        return objects;
    }
}
