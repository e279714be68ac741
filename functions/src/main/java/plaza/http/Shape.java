package plaza.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A JSON object of the API: its name, and its properties with the way each of them is read from a
/// value. Responses are written with it, and the OpenAPI document lists it as a schema.
///
/// ```java
/// static final Shape<Like> LIKE =
///         Shape.<Like>named("Like")
///                 .with("userId", Ids.USER, Like::user)
///                 .with("likedAt", Schema.Text.TIME, Like::likedAt);
/// ```
public final class Shape<T> implements Schema<T> {
    private final String name;
    private final List<Property<T>> properties;

    private Shape(String name, List<Property<T>> properties) {
        this.name = name;
        this.properties = List.copyOf(properties);
    }

    /// A property of the object.
    ///
    /// @param isRequired whether every object has it
    /// @param read returns its JSON form, or null if an object does not have it
    public record Property<T>(
            String name,
            Schema<?> schema,
            boolean isRequired,
            Function<T, @Nullable JsonNode> read) {}

    /// Starts a shape without properties.
    ///
    /// @param name the name of the schema; generated clients name a type after it
    public static <T> Shape<T> named(String name) {
        return new Shape<>(name, List.of());
    }

    /// Adds a property.
    public <V> Shape<T> with(String property, Schema<V> schema, Function<T, ? extends V> value) {
        return adding(
                Stream.of(
                        new Property<>(
                                property, schema, true, thing -> schema.json(value.apply(thing)))));
    }

    /// Adds a property that is left out if the value is null.
    public <V> Shape<T> optional(
            String property, Schema<V> schema, Function<T, ? extends @Nullable V> value) {
        return adding(
                Stream.of(
                        new Property<>(
                                property,
                                schema,
                                false,
                                thing -> {
                                    var present = value.apply(thing);
                                    return present == null ? null : schema.json(present);
                                })));
    }

    /// Adds all properties of another shape.
    ///
    /// @param part returns what the other shape writes
    public <U> Shape<T> all(Shape<U> other, Function<T, U> part) {
        return adding(
                other.properties.stream()
                        .map(property ->
                                new Property<>(
                                        property.name(),
                                        property.schema(),
                                        property.isRequired(),
                                        thing -> property.read().apply(part.apply(thing)))));
    }

    /// Adds all properties of another shape, which an object may lack together.
    ///
    /// @param part returns what the other shape writes, or null
    public <U> Shape<T> allIfPresent(Shape<U> other, Function<T, @Nullable U> part) {
        return adding(
                other.properties.stream()
                        .map(property ->
                                new Property<>(
                                        property.name(),
                                        property.schema(),
                                        false,
                                        thing -> {
                                            var present = part.apply(thing);
                                            return present == null
                                                    ? null
                                                    : property.read().apply(present);
                                        })));
    }

    /// Adds properties. One of the same name as an earlier property replaces it.
    private Shape<T> adding(Stream<Property<T>> more) {
        var byName = new LinkedHashMap<String, Property<T>>();
        Stream.concat(properties.stream(), more)
                .forEach(property -> byName.put(property.name(), property));
        return new Shape<>(name, List.copyOf(byName.values()));
    }

    public String name() {
        return name;
    }

    public List<Property<T>> properties() {
        return properties;
    }

    @Override
    public ObjectNode json(T value) {
        var object = JsonNodeFactory.instance.objectNode();
        for (var property : properties) {
            var json = property.read().apply(value);
            if (json != null) {
                object.set(property.name(), json);
            }
        }
        return object;
    }

    /// Returns the object of a value, for a response.
    public Json of(T value) {
        return new Json(json(value));
    }
}
