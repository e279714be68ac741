package plaza.infra;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;

/// A template as a text that a reviewer can read.
///
/// Resources that differ only in the name of their function, their route or their nested stack are
/// one kind. The text has the most frequent form of each kind, and what differs in the others. It
/// names a resource by its construct path, joins the parts of a text, and shows JSON in a text as a
/// structure. It leaves out what changes with the code: hashes, summaries, packages, route keys,
/// the order of functions, which [DeploymentTest] and [StackTest] check, and the grants of
/// functions, which [RoleGrantsTest] derives from the Catalogue.
final class TemplateText {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int COLUMNS_MAX = 120;

    private static final String GROUP = "AWS::CodeDeploy::DeploymentGroup";

    /// The layout of the dashboard, which the CDK determines.
    private static final List<String> LAYOUT =
            List.of("height", "region", "type", "view", "width", "x", "y", "yAxis");

    /// In a difference, what the second template does not have, and a text that only it has.
    private static final TextNode NONE = TextNode.valueOf("(none)");

    private static final TextNode ALSO = TextNode.valueOf("(added)");

    /// The forms of each kind, by the kind's title, and the names of the resources of each form.
    private final Map<String, Map<JsonNode, Set<String>>> kinds = new TreeMap<>();

    private final Template template;

    /// The kind of each function by its name.
    private final Map<String, String> functions = new TreeMap<>();

    private final Pattern names;

    TemplateText(Template template) {
        this.template = template;
        template.resources("AWS::Lambda::Function")
                .forEach((id, function) ->
                        functions.put(
                                Template.name(function),
                                id.contains(".")
                                        ? "HttpFunction"
                                        : kindOf(Template.name(function))));
        this.names =
                Pattern.compile(
                        functions.keySet().stream()
                                .sorted(Comparator.comparingInt(String::length).reversed())
                                .collect(joining("|", "(?<![A-Za-z])(", ")(?![a-z])")));
        template.resources().forEach(this::add);
        var outputs = JSON.objectNode();
        for (var output : template.root().get("Outputs").properties()) {
            outputs.set(
                    output.getKey(), new Resource("", null).shown(output.getValue().get("Value")));
        }
        kinds.put("Outputs", Map.of(outputs, Set.of("")));
    }

    /// A function that is not in the Catalogue is the only one of its kind.
    private static String kindOf(String function) {
        return Catalogue.ALL.functions().stream()
                .filter(row -> row.name().equals(function))
                .map(row -> row.getClass().getSimpleName())
                .findAny()
                .orElse(function);
    }

    private void add(String id, JsonNode resource) {
        var type = resource.get("Type").asText();
        var owner = owner(id);
        var reader = new Resource(stack(id), owner);
        var form = JSON.objectNode();
        for (var part :
                List.of("DependsOn", "UpdatePolicy", "DeletionPolicy", "UpdateReplacePolicy")) {
            var shown = part.equals("DependsOn") ? dependencies(id, resource) : resource.path(part);
            if (shown.isTextual() || !shown.isEmpty()) {
                form.set(part, reader.shown(part, shown));
            }
        }
        for (var property : resource.path("Properties").properties()) {
            form.set(property.getKey(), reader.shown(property.getKey(), property.getValue()));
        }
        var title = type + " " + reader.display(id);
        var name = owner == null ? stack(id).replace(".", "") : owner;
        switch (type) {
            case "AWS::CloudFormation::Stack" -> {
                name = Template.name(resource).replace(".NestedStack", "");
                title = type + " <Context>";
                // [Template] replaces them by their values
                form.remove("Parameters");
                form.put("TemplateURL", "<asset>");
            }
            case "AWS::Lambda::Function" -> {
                form.put("Description", "<summary>");
                form.put(
                        "Handler",
                        form.get("Handler").asText().replaceFirst("^.*\\.", "<package>."));
            }
            case "AWS::ApiGatewayV2::Route" -> {
                form.put("RouteKey", "<route key>");
                title = type + " <" + functions.get(name) + ">Route";
            }
            case "AWS::IAM::Role" -> {
                if (Template.name(resource).equals(owner + "Role") && form.has("Policies")) {
                    ((ObjectNode) form.at("/Policies/0/PolicyDocument"))
                            .put("Statement", "<grants>");
                }
            }
            default -> {}
        }
        kinds.computeIfAbsent(title, _ -> new LinkedHashMap<>())
                .computeIfAbsent(sorted(form), _ -> new TreeSet<>())
                .add(name);
    }

    /// What a resource depends on, without the resources of other functions and without alarms,
    /// whose turn is before that of the resource.
    private ArrayNode dependencies(String id, JsonNode resource) {
        var owner = owner(id);
        var shown = JSON.arrayNode();
        for (var other : Template.texts(resource.path("DependsOn"))) {
            var otherOwner = owner(other);
            var type = template.root().at("/Resources/" + other + "/Type").asText();
            var isTurn = owner != null && otherOwner != null && !owner.equals(otherOwner);
            if (!isTurn && !type.equals("AWS::CloudWatch::Alarm") && !type.equals(GROUP)) {
                shown.add(other);
            }
        }
        return shown;
    }

    /// The function that a resource belongs to, or null.
    private @Nullable String owner(String id) {
        var resource = template.root().get("Resources").get(id);
        if (resource.get("Type").asText().equals("AWS::ApiGatewayV2::Route")) {
            return owner(resource.at("/Properties/Target").findValue("Ref").asText());
        }
        var name = Template.name(resource);
        // `ExportUser` is not a part of the name `ExportUsers`
        return functions.keySet().stream()
                .filter(function -> name.matches(Pattern.quote(function) + "([^a-z].*)?"))
                .max(Comparator.comparingInt(String::length))
                .orElse(null);
    }

    /// The nested stack of a resource with a dot, or an empty text.
    private static String stack(String id) {
        return id.substring(0, id.indexOf('.') + 1);
    }

    /// The nodes of a resource as the text shows them.
    private final class Resource {
        private final String stack;
        private final @Nullable String owner;

        /// @param stack its nested stack with a dot, or an empty text
        /// @param owner its function, or null
        Resource(String stack, @Nullable String owner) {
            this.stack = stack;
            this.owner = owner;
        }

        JsonNode shown(String property, JsonNode value) {
            return switch (property) {
                case "DependsOn" -> {
                    var ids = new TreeSet<String>();
                    value.forEach(id -> ids.add(display(id.asText())));
                    var shown = JSON.arrayNode();
                    ids.forEach(shown::add);
                    yield shown;
                }
                case "S3Key" -> TextNode.valueOf("<asset>");
                case "Tags", "Dimensions" -> named(value);
                case "DashboardBody" -> {
                    var body = shown(value);
                    for (var widget : body.get("widgets")) {
                        ((ObjectNode) widget).remove(LAYOUT);
                        ((ObjectNode) widget.get("properties")).remove(LAYOUT);
                    }
                    yield body;
                }
                default -> shown(value);
            };
        }

        /// Pairs of a name and a value as an object.
        private JsonNode named(JsonNode pairs) {
            if (!pairs.isArray()) {
                return shown(pairs);
            }
            var object = JSON.objectNode();
            for (var pair : pairs) {
                var name = pair.path("Key").asText(pair.path("Name").asText());
                object.set(name, shown(pair.get("Value")));
            }
            return object;
        }

        JsonNode shown(JsonNode node) {
            if (node.isTextual()) {
                return text(node.asText());
            }
            if (node.isArray()) {
                var array = JSON.arrayNode();
                for (var element : node) {
                    var shown = shown(element);
                    // one for all routes
                    if (array.isEmpty()
                            || !shown.equals(array.get(array.size() - 1))
                            || !shown.toString().contains("<HttpFunction>")) {
                        array.add(shown);
                    }
                }
                return array;
            }
            var reference = reference(node);
            if (reference != null) {
                return text(reference);
            }
            if (!node.isObject()) {
                return node;
            }
            var object = JSON.objectNode();
            node.properties()
                    .forEach(field ->
                            object.set(field.getKey(), shown(field.getKey(), field.getValue())));
            return object;
        }

        /// The text of a reference or of joined parts, or null.
        private @Nullable String reference(JsonNode node) {
            if (node.isTextual()) {
                return node.asText();
            }
            if (node.has("Ref")) {
                return "${" + display(node.get("Ref").asText()) + "}";
            }
            if (node.has("Fn::GetAtt")) {
                var part = node.get("Fn::GetAtt");
                return "${" + display(part.get(0).asText()) + "." + part.get(1).asText() + "}";
            }
            if (!node.at("/Fn::Join/0").asText("no").isEmpty()) {
                return null;
            }
            var text = new StringBuilder();
            for (var part : node.at("/Fn::Join/1")) {
                var partText = reference(part);
                text.append(partText == null ? shown(part) : partText);
            }
            return text.toString();
        }

        private JsonNode text(String text) {
            if (text.startsWith("{") || text.startsWith("[")) {
                try {
                    return shown(Template.parse(text));
                } catch (UncheckedIOException _) {
                    // another language
                }
            }
            var masked = masked(text.replaceAll("\\b(prod|dev)\\b", "<stage>"));
            if (!masked.contains("\n")) {
                return TextNode.valueOf(masked);
            }
            var lines = JSON.arrayNode();
            masked.lines().forEach(lines::add);
            return lines;
        }

        /// The text without the names of functions. The few functions that are no routes keep their
        /// names in resources that belong to no function.
        private String masked(String text) {
            return names.matcher(text)
                    .replaceAll(found -> {
                        var kind = functions.getOrDefault(found.group(), "");
                        if (owner == null && !kind.equals("HttpFunction")) {
                            return found.group();
                        }
                        return (owner == null || found.group().equals(owner) ? "<" : "<another ")
                                + kind
                                + ">";
                    });
        }

        /// The construct path of a resource below its stack.
        String display(String id) {
            var resource = template.root().get("Resources").get(id);
            if (resource == null) {
                return id;
            }
            var path =
                    masked(Template.path(resource).substring("Plaza/".length()))
                            .replaceFirst("/Resource$", "");
            if (stack(id).isEmpty() || owner(id) != null) {
                return path;
            }
            return (stack(id).equals(stack) ? "<Context>." : stack(id)) + path;
        }
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ArrayNode array) {
            var sorted = JSON.arrayNode();
            array.forEach(element -> sorted.add(sorted(element)));
            return sorted;
        }
        if (!node.isObject()) {
            return node;
        }
        var fields = new TreeMap<String, JsonNode>();
        node.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
        return JSON.objectNode().setAll(fields);
    }

    /// The whole template.
    @Override
    public String toString() {
        var text = new StringBuilder();
        kinds.forEach((title, forms) -> {
            var base = base(forms);
            text.append('\n');
            appendWords(text, title + names(title, forms.getOrDefault(base, Set.of())), "");
            appendFields(text, base, "  ");
            forms.forEach((form, of) -> {
                if (!form.equals(base)) {
                    appendWords(text, "  other" + names(title, of), "  ");
                    appendFields(text, difference(base, form), "    ");
                }
            });
        });
        return text.toString();
    }

    /// What differs from another template: kinds that one of them lacks, and forms that the other
    /// does not have, compared with the most similar one.
    String differencesFrom(TemplateText other) {
        var text = new StringBuilder();
        for (var title : other.kinds.keySet()) {
            if (!kinds.containsKey(title)) {
                text.append(text.isEmpty() ? "\n" : "")
                        .append("without ")
                        .append(title)
                        .append('\n');
            }
        }
        var differences = new LinkedHashMap<JsonNode, List<String>>();
        kinds.forEach((title, forms) -> {
            var similar = other.kinds.get(title);
            forms.forEach((form, of) -> {
                var difference =
                        similar == null
                                ? form
                                : similar.keySet().stream()
                                        .map(each -> difference(each, form))
                                        .min(
                                                Comparator.comparingInt(
                                                        each -> each.toString().length()))
                                        .orElseThrow();
                if (!difference.isEmpty()) {
                    differences
                            .computeIfAbsent(difference, _ -> new ArrayList<>())
                            .add((similar == null ? "with " : "") + title + names(title, of));
                }
            });
        });
        differences.forEach((difference, titles) -> {
            text.append('\n');
            appendWords(text, String.join(", ", titles), "");
            appendFields(text, difference, "  ");
        });
        return text.toString();
    }

    /// The most frequent form.
    private static JsonNode base(Map<JsonNode, Set<String>> forms) {
        return forms.entrySet().stream()
                .max(Comparator.comparingInt(form -> form.getValue().size()))
                .orElseThrow()
                .getKey();
    }

    /// The names of some resources of a kind, unless they are all.
    private String names(String title, Set<String> some) {
        var all = new TreeSet<String>();
        kinds.getOrDefault(title, Map.of()).values().forEach(all::addAll);
        var others = new TreeSet<>(all);
        others.removeAll(some);
        if (others.isEmpty() && (all.equals(Set.of("")) || all.size() == functionsLike(title))) {
            return "";
        }
        return !others.isEmpty() && others.size() < some.size()
                ? " of all but " + list(others)
                : " of " + list(some);
    }

    private long functionsLike(String title) {
        return functions.values().stream().filter(kind -> title.contains("<" + kind + ">")).count();
    }

    private static String list(Set<String> names) {
        return names.stream().map(name -> name.isEmpty() ? "Plaza" : name).collect(joining(", "));
    }

    /// The parts of the second value, an object or array, that differ from the first.
    private static JsonNode difference(JsonNode first, JsonNode second) {
        var difference = JSON.objectNode();
        var before = fields(first);
        var after = fields(second);
        var names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        for (var name : names) {
            var old = before.get(name);
            var now = after.getOrDefault(name, NONE);
            if (old != null && old.isContainerNode() && old.getNodeType() == now.getNodeType()) {
                var inner = difference(old, now);
                if (!inner.isEmpty()) {
                    difference.set(name, inner);
                }
            } else if (!now.equals(old)) {
                difference.set(name, now);
            }
        }
        return difference;
    }

    /// Returns the fields of an object by name. For an array it returns the elements: objects by
    /// their title or index, texts by themselves.
    private static Map<String, JsonNode> fields(JsonNode value) {
        var fields = new TreeMap<String, JsonNode>();
        value.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        if (value.isArray()) {
            for (var element : value) {
                fields.put(
                        element.isTextual()
                                ? element.asText()
                                : element.at("/properties/title").asText("" + fields.size()),
                        element.isTextual() ? ALSO : element);
            }
        }
        return fields;
    }

    private static void appendFields(StringBuilder text, JsonNode object, String indent) {
        object.properties()
                .forEach(field ->
                        append(text, indent + field.getKey() + ":", field.getValue(), indent));
    }

    /// Appends a value in one line if it fits, otherwise its parts below each other.
    private static void append(StringBuilder text, String begin, JsonNode value, String indent) {
        var line = begin + " " + line(value);
        if (line.length() <= COLUMNS_MAX || !value.isContainerNode()) {
            text.append(line).append('\n');
        } else if (value.isArray()) {
            text.append(begin).append('\n');
            value.forEach(element -> append(text, indent + "  -", element, indent + "  "));
        } else if (begin.endsWith("-")) {
            // the first field is in the line of the hyphen
            var fields = new StringBuilder();
            appendFields(fields, value, indent + "  ");
            text.append(begin).append(fields, begin.length(), fields.length());
        } else {
            text.append(begin).append('\n');
            appendFields(text, value, indent + "  ");
        }
    }

    /// Appends words in lines of limited length.
    private static void appendWords(StringBuilder text, String words, String indent) {
        var column = 0;
        for (var word : words.split("(?<=, )", -1)) {
            if (column + word.length() > COLUMNS_MAX) {
                text.setLength(text.length() - 1);
                text.append('\n').append(indent).append("    ");
                column = indent.length() + 4;
            }
            text.append(word);
            column += word.length();
        }
        text.append('\n');
    }

    private static String line(JsonNode value) {
        if (value.isArray()) {
            var elements = new ArrayList<String>();
            value.forEach(element -> elements.add(line(element)));
            return "[" + String.join(", ", elements) + "]";
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(field -> field.getKey() + ": " + line(field.getValue()))
                    .collect(joining(", ", "{", "}"));
        }
        var text = value.asText();
        return value.isTextual() && text.matches("-?[0-9.]*|true|false") ? '"' + text + '"' : text;
    }
}
