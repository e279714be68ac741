package plaza.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;

/// The mutants of synthesised templates: each has one property of one resource removed or changed.
///
/// A property is a path in a kind of resources. Resources are of one kind if they have the same
/// type, and the same construct path after the name of their function is masked. A mutant changes
/// one resource of the kind in each template: a test of a property must examine all of them. The
/// property determines the resource, so that it is the same in each run.
final class TemplateMutants {
    /// What happens to a property.
    enum Change {
        REMOVED,
        CHANGED
    }

    /// A property of all resources of a kind.
    ///
    /// @param kind their construct path below their stack, without the name of a function
    /// @param path a JSON pointer
    record Property(String type, String kind, String path) {
        @Override
        public String toString() {
            return type + " " + kind + " " + path;
        }
    }

    /// A mutant.
    ///
    /// @param templates the templates that have the property, each with one changed resource
    record Mutant(Property property, Change change, Map<String, Supplier<Template>> templates) {
        @Override
        public String toString() {
            return property + " " + change;
        }
    }

    private record Place(Template template, String stack, String id) {
        JsonNode resource() {
            return template.stack(stack).get("Resources").get(id);
        }
    }

    private static final List<FunctionRow> FUNCTIONS =
            Stream.concat(Catalogue.functions().stream(), Rows.HTTPS.stream()).toList();

    /// The resources that have a property, by the name of their template.
    private final Map<Property, Map<String, List<Place>>> places = new HashMap<>();

    /// @param templates the templates by their names
    TemplateMutants(Map<String, Template> templates) {
        templates.forEach((name, template) -> {
            for (var stack : template.stacks().entrySet()) {
                for (var entry : stack.getValue().get("Resources").properties()) {
                    add(name, new Place(template, stack.getKey(), entry.getKey()));
                }
            }
        });
    }

    private void add(String template, Place place) {
        var type = place.resource().get("Type").asText();
        var kind = kind(place.resource());
        for (var path : paths(place.resource())) {
            places.computeIfAbsent(new Property(type, kind, path), _ -> new TreeMap<>())
                    .computeIfAbsent(template, _ -> new ArrayList<>())
                    .add(place);
        }
    }

    /// The construct path of a resource below its stack, with the kind of its function instead of
    /// the function's name.
    private static String kind(JsonNode resource) {
        if (resource.get("Type").asText().equals("AWS::ApiGatewayV2::Route")) {
            return "<route>";
        }
        var path =
                Template.path(resource)
                        .replaceFirst("^Plaza/((Social|Favorites|Fantasy)/)?", "")
                        .replaceAll("(Social|Favorites|Fantasy)\\.", "<context>.");
        return FUNCTIONS.stream()
                .filter(row -> path.startsWith(row.name()))
                .max(Comparator.comparingInt(row -> row.name().length()))
                .map(row ->
                        "<"
                                + row.getClass().getSimpleName()
                                + ">"
                                + path.substring(row.name().length()))
                .orElse(path);
    }

    /// The paths of all properties, and of attributes such as `DeletionPolicy`.
    private static List<String> paths(JsonNode resource) {
        var paths = new ArrayList<String>();
        for (var attribute : resource.properties()) {
            switch (attribute.getKey()) {
                case "Type", "Metadata" -> {}
                case "Properties" -> addBelow("/Properties", attribute.getValue(), paths);
                default -> add("/" + attribute.getKey(), attribute.getValue(), paths);
            }
        }
        return paths;
    }

    private static void add(String path, JsonNode node, List<String> paths) {
        paths.add(path);
        addBelow(path, node, paths);
    }

    private static void addBelow(String path, JsonNode node, List<String> paths) {
        if (node.has("Ref") || node.has("Fn::GetAtt")) {
            return;
        }
        if (node.isArray()) {
            for (var i = 0; i < node.size(); i++) {
                add(path + "/" + i, node.get(i), paths);
            }
        }
        for (var field : node.properties()) {
            add(
                    path + "/" + field.getKey().replace("~", "~0").replace("/", "~1"),
                    field.getValue(),
                    paths);
        }
    }

    /// All properties, always in the same order.
    List<Property> properties() {
        return places.keySet().stream().sorted(Comparator.comparing(Property::toString)).toList();
    }

    /// The mutants of a property.
    List<Mutant> of(Property property) {
        var mutants = new ArrayList<Mutant>();
        for (var change : Change.values()) {
            var changed = new HashMap<String, Supplier<Template>>();
            Objects.requireNonNull(places.get(property))
                    .forEach((name, all) -> {
                        var fitting =
                                all.stream()
                                        .filter(place -> isPossible(change, property.path(), place))
                                        .toList();
                        if (!fitting.isEmpty()) {
                            var index =
                                    Math.floorMod(property.toString().hashCode(), fitting.size());
                            changed.put(
                                    name,
                                    once(() ->
                                            mutated(change, property.path(), fitting.get(index))));
                        }
                    });
            if (!changed.isEmpty()) {
                mutants.add(new Mutant(property, change, changed));
            }
        }
        return mutants;
    }

    private static Supplier<Template> once(Supplier<Template> template) {
        var made = new AtomicReference<@Nullable Template>();
        return () -> made.updateAndGet(same -> same == null ? template.get() : same);
    }

    private static boolean isPossible(Change change, String path, Place place) {
        var value = place.resource().at(path);
        return switch (change) {
            // without one of its parts, an intrinsic function would be invalid
            case REMOVED -> !path.contains("/Fn::");
            // other objects and arrays change by their parts
            case CHANGED -> value.isValueNode() || value.has("Ref") || value.has("Fn::GetAtt");
        };
    }

    private static Template mutated(Change change, String path, Place place) {
        var resource = place.resource().deepCopy();
        var name = name(path);
        var value = changed(resource.at(path), path, place.template().stack(place.stack()));
        switch (resource.at(path.substring(0, path.lastIndexOf('/')))) {
            case ObjectNode object when change == Change.REMOVED -> object.remove(name);
            case ObjectNode object -> object.set(name, value);
            case ArrayNode array when change == Change.REMOVED ->
                    array.remove(Integer.parseInt(name));
            case ArrayNode array -> array.set(Integer.parseInt(name), value);
            default -> throw new AssertionError(path);
        }
        return place.template().with(place.stack(), place.id(), resource);
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1).replace("~1", "/").replace("~0", "~");
    }

    /// Another value than this one; itself if it is an object or array.
    private static JsonNode changed(JsonNode value, String path, JsonNode stack) {
        if (value.isBoolean()) {
            return BooleanNode.valueOf(!value.asBoolean());
        }
        if (value.isNumber()) {
            return IntNode.valueOf(2 * value.asInt() + 1);
        }
        if (value.isTextual()) {
            return TextNode.valueOf(changed(value.asText(), path, stack));
        }
        if (value.has("Ref")) {
            var id = other(value.get("Ref").asText(), stack);
            return ((ObjectNode) value.deepCopy()).put("Ref", id);
        }
        if (value.has("Fn::GetAtt")) {
            var copy = value.deepCopy();
            var id = other(value.at("/Fn::GetAtt/0").asText(), stack);
            ((ArrayNode) copy.get("Fn::GetAtt")).set(0, id);
            return copy;
        }
        return value;
    }

    private static String changed(String text, String path, JsonNode stack) {
        if (path.startsWith("/DependsOn")) {
            return other(text, stack);
        }
        if (path.matches("/(Deletion|UpdateReplace)Policy")) {
            return text.equals("Delete") ? "Retain" : "Delete";
        }
        var middle = text.length() / 2;
        return text.substring(0, middle) + "x" + text.substring(middle);
    }

    /// Another id that a template could refer to, if possible of the same type.
    private static String other(String id, JsonNode stack) {
        if (id.startsWith("AWS::")) {
            return id.equals("AWS::Region") ? "AWS::AccountId" : "AWS::Region";
        }
        var resources = stack.get("Resources");
        if (!resources.has(id)) {
            return next(id, stack.get("Parameters"), _ -> true);
        }
        var type = resources.get(id).get("Type");
        var sibling = next(id, resources, resource -> resource.get("Type").equals(type));
        return sibling.equals(id) ? next(id, resources, _ -> true) : sibling;
    }

    /// The name after this one, of those that fit; the first follows the last.
    private static String next(String id, JsonNode object, Predicate<JsonNode> fits) {
        var ids =
                object.properties().stream()
                        .filter(entry -> fits.test(entry.getValue()))
                        .map(Map.Entry::getKey)
                        .toList();
        return ids.get((ids.indexOf(id) + 1) % ids.size());
    }
}
