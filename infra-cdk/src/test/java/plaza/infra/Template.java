package plaza.infra;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import plaza.catalogue.FunctionCode;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.StreamFunction;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.infra.settings.StackSettings;

/// The synthesised templates: that of the stack and those of its nested stacks.
///
/// Most tests do not depend on the stack of a resource. For them, [#root] is one template with all
/// resources: the logical ids in a nested stack begin with its name (`Social.CreatePost6F0B0A5E`),
/// and its references to parameters are replaced by their values in the parent.
///
/// @param folder the cloud assembly
/// @param stacks the templates by name: `Plaza`, and the construct ids of the nested stacks
/// @param root all of them merged into one
/// @param ids the logical ids in the merged template by the construct paths below the stack. The
///   name of the nested stack can precede the path
public record Template(
        Path folder, Map<String, JsonNode> stacks, JsonNode root, Map<String, List<String>> ids) {
    /// The settings that `prod` requires.
    static final Map<String, Object> PROD =
            Map.of(
                    "stage", "prod",
                    "callbackUrls", "https://plaza.example/callback",
                    "alarmEmail", "oncall@plaza.example",
                    "mailFrom", "cognito");

    /// Settings with every option on: prod, with origins, mail, edge and backups, and no identities
    /// in the access log.
    static final StackSettings FULL =
            StackSettings.from(
                    Map.ofEntries(
                                    Map.entry("stage", "prod"),
                                    Map.entry(
                                            "origins",
                                            "https://plaza.example,https://www.plaza.example"),
                                    Map.entry("callbackUrls", "https://plaza.example/callback"),
                                    Map.entry("alarmEmail", "oncall@plaza.example"),
                                    Map.entry("budgetUsd", 500),
                                    Map.entry("mailFrom", "hello@plaza.example"),
                                    Map.entry("edge", true),
                                    Map.entry("edgeKey", 3),
                                    Map.entry("backups", true),
                                    Map.entry("accessLogIdentity", false),
                                    Map.entry("postsPerHourMax", 0),
                                    Map.entry("viewsPerHourMax", 7),
                                    Map.entry("followsPerHourMax", 7),
                                    Map.entry("blocksPerHourMax", 7),
                                    Map.entry("reportsPerHourMax", 7),
                                    Map.entry("importsPerHourMax", 7),
                                    Map.entry("writesPerHourMax", 7),
                                    Map.entry("traces", true),
                                    Map.entry("maxReadUnits", 12_000),
                                    Map.entry("maxWriteUnits", 4_000),
                                    Map.entry("warmReadUnits", 24_000))
                            ::get);

    /// The routes of [#dev]: some of one context, and the first of another one.
    private static final Set<String> FEW =
            Stream.concat(
                            Stream.of("CreatePost", "GetPostListByUserId"),
                            Declarations.registered().all().stream()
                                    .skip(1)
                                    .limit(1)
                                    .map(context -> context.functions().getFirst().name()))
                    .collect(Collectors.toSet());

    /// The code of all functions, real and generated.
    static final FunctionCode CODE = code();

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Map<String, Template> SHARED = new ConcurrentHashMap<>();

    /// A template that all tests share, because a synthesis takes seconds.
    static Template shared(String name, Supplier<Template> synthesis) {
        return SHARED.computeIfAbsent(name, _ -> synthesis.get());
    }

    /// The template of the real Catalogue.
    public static Template real() {
        return shared(
                "real",
                () ->
                        synthesise(
                                StackSettings.from(PROD::get),
                                Catalogue.ALL.httpFunctions(),
                                Catalogue.ALL.streamFunctions(),
                                _ -> {}));
    }

    /// The template of a stage for development, with a few routes.
    static Template dev() {
        return shared("dev", () -> dev(StackSettings.dev(), CODE));
    }

    /// Synthesises a stage for development, with a few routes.
    static Template dev(StackSettings settings, FunctionCode code) {
        return synthesise(
                settings,
                Catalogue.ALL,
                Catalogue.ALL.httpFunctions().stream()
                        .filter(row -> FEW.contains(row.name()))
                        .toList(),
                Catalogue.ALL.streamFunctions(),
                code,
                _ -> {});
    }

    /// Synthesises [#dev] and writes its texts to a file.
    public static void main(String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[0]), dev().text());
    }

    /// The template of a stage for development with one setting.
    static Template dev(String setting, String value) {
        return shared(
                setting,
                () -> dev(StackSettings.from(Map.<String, Object>of(setting, value)::get), CODE));
    }

    /// The template of a stage for development with provisioned capacity and alarms.
    static Template provisioned() {
        return shared(
                "provisioned",
                () ->
                        dev(
                                StackSettings.from(
                                        Map.<String, Object>of(
                                                        "alarms",
                                                        true,
                                                        "capacity",
                                                        "provisioned",
                                                        "maxReadUnits",
                                                        12_000,
                                                        "maxWriteUnits",
                                                        4_000)
                                                ::get),
                                CODE));
    }

    /// The template of a stage for development with some of the contexts; with `-Pdeep`, with the
    /// reports of cdk-nag in its folder.
    static Template ofContexts(String names) {
        var catalogue = new Catalogue(Declarations.named(names));
        return synthesise(
                StackSettings.from(Map.<String, Object>of("contexts", names)::get),
                catalogue,
                catalogue.httpFunctions(),
                catalogue.streamFunctions(),
                CODE,
                stack -> {
                    if (Boolean.getBoolean("plaza.deep")) {
                        NagReasons.examine(stack);
                    }
                });
    }

    /// Skips a test of a page's figure in a product that does not have all contexts of Plaza.
    static void assumeAllContexts() {
        assumeThat(Declarations.registered().names()).contains("favorites", "fantasy", "social");
    }

    /// The template with every option on, with the first route of each access in each context.
    static Template complete() {
        var kinds = new HashSet<String>();
        return shared(
                "complete",
                () ->
                        synthesise(
                                FULL,
                                Catalogue.ALL.httpFunctions().stream()
                                        .filter(row -> kinds.add(row.context() + row.access()))
                                        .toList(),
                                Catalogue.ALL.streamFunctions(),
                                _ -> {}));
    }

    /// The template of generated [Rows] with every option on.
    static Template grown() {
        return shared(
                "grown",
                () -> synthesise(FULL, Rows.HTTPS, Catalogue.ALL.streamFunctions(), _ -> {}));
    }

    /// The template of the real Catalogue with every option on, with the reports of cdk-nag in its
    /// folder.
    static Template full() {
        return shared(
                "full",
                () ->
                        synthesise(
                                FULL,
                                Catalogue.ALL.httpFunctions(),
                                Catalogue.ALL.streamFunctions(),
                                NagReasons::examine));
    }

    private static FunctionCode code() {
        var folder = temporaryFolder();
        var real = FunctionCode.split(App.JAR, Catalogue.ALL.functions(), folder);
        var files = new HashMap<>(real.files());
        files.putAll(Rows.CLASSES);
        return new FunctionCode(files, real.providers(), Catalogue.ALL.functions(), folder);
    }

    private static Path temporaryFolder() {
        try {
            var folder = Files.createTempDirectory("plaza-cdk-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Synthesises a stack, one at a time: test classes run concurrently, and the process of
    /// Node.js behind the CDK cannot build two apps at once.
    ///
    /// @param before changes the stack before the synthesis
    static Template synthesise(
            StackSettings settings,
            List<HttpFunction> https,
            List<StreamFunction> streams,
            Consumer<PlazaStack> before) {
        return synthesise(settings, Catalogue.ALL, https, streams, CODE, before);
    }

    private static synchronized Template synthesise(
            StackSettings settings,
            Catalogue catalogue,
            List<HttpFunction> https,
            List<StreamFunction> streams,
            FunctionCode code,
            Consumer<PlazaStack> before) {
        try {
            var folder = temporaryFolder();
            var app = App.create(folder.toString());
            before.accept(
                    new PlazaStack(
                            app,
                            settings,
                            https,
                            catalogue.publicFunctions(),
                            streams,
                            catalogue.scheduledFunctions(),
                            code));
            app.synth();
            return read(folder);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Reads a cloud assembly.
    private static Template read(Path folder) throws IOException {
        var stacks = new LinkedHashMap<String, JsonNode>();
        var root = (ObjectNode) JSON.readTree(folder.resolve("Plaza.template.json").toFile());
        stacks.put("Plaza", root);
        var resources = JSON.createObjectNode();
        for (var entry : root.get("Resources").properties()) {
            var resource = entry.getValue();
            resources.set(entry.getKey(), resource);
            if (resource.get("Type").asText().equals("AWS::CloudFormation::Stack")) {
                var file = resource.get("Metadata").get("aws:asset:path").asText();
                var nested = JSON.readTree(folder.resolve(file).toFile());
                var name = name(resource).replace(".NestedStack", "");
                stacks.put(name, nested);
                var parameters = resource.get("Properties").path("Parameters");
                nested.get("Resources")
                        .properties()
                        .forEach(inner ->
                                resources.set(
                                        name + "." + inner.getKey(),
                                        merged(inner.getValue(), name + ".", parameters)));
            }
        }
        return new Template(
                folder, stacks, root.deepCopy().set("Resources", resources), ids(resources));
    }

    private static Map<String, List<String>> ids(JsonNode resources) {
        var ids = new HashMap<String, List<String>>();
        for (var entry : resources.properties()) {
            var id = entry.getKey();
            var local = path(entry.getValue()).substring("Plaza/".length());
            var nested = id.substring(0, id.indexOf('.') + 1).replace('.', '/');
            for (var path : new TreeSet<>(List.of(local, nested + local))) {
                ids.computeIfAbsent(path, _ -> new ArrayList<>()).add(id);
            }
        }
        return ids;
    }

    /// A node of a nested stack as the merged template has it. The only texts that begin with the
    /// name of the stack and a slash are construct paths.
    private static JsonNode merged(JsonNode node, String prefix, JsonNode parameters) {
        if (node.isArray()) {
            var array = JSON.createArrayNode();
            node.forEach(element -> array.add(merged(element, prefix, parameters)));
            return array;
        }
        if (node.isTextual() && node.asText().startsWith("Plaza/")) {
            return TextNode.valueOf(node.asText().replaceFirst("/[^/]+", ""));
        }
        if (!node.isObject()) {
            return node;
        }
        if (node.size() == 1 && node.has("Ref")) {
            var id = node.get("Ref").asText();
            if (parameters.has(id)) {
                return parameters.get(id);
            }
            return id.startsWith("AWS::") ? node : JSON.createObjectNode().put("Ref", prefix + id);
        }
        var object = JSON.createObjectNode();
        for (var field : node.properties()) {
            object.set(
                    field.getKey(),
                    switch (field.getKey()) {
                        case "Fn::GetAtt" ->
                                JSON.createArrayNode()
                                        .add(prefix + field.getValue().get(0).asText())
                                        .add(field.getValue().get(1));
                        case "DependsOn" -> {
                            var ids = JSON.createArrayNode();
                            field.getValue().forEach(id -> ids.add(prefix + id.asText()));
                            yield ids;
                        }
                        default -> merged(field.getValue(), prefix, parameters);
                    });
        }
        return object;
    }

    /// The number of resources outside the nested stacks.
    long sizeOfRoot() {
        return resources().keySet().stream().filter(id -> !id.contains(".")).count();
    }

    /// The texts of all templates.
    String text() {
        return stacks.values().stream().map(JsonNode::toString).collect(Collectors.joining());
    }

    /// Deletes a cloud assembly, which contains a copy of the jar.
    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    public static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// All resources by logical id.
    Map<String, JsonNode> resources() {
        var resources = new LinkedHashMap<String, JsonNode>();
        root.get("Resources")
                .properties()
                .forEach(entry -> resources.put(entry.getKey(), entry.getValue()));
        return resources;
    }

    /// The resources of one type by logical id.
    Map<String, JsonNode> resources(String type) {
        var resources = resources();
        resources.values().removeIf(resource -> !resource.get("Type").asText().equals(type));
        return resources;
    }

    /// The logical id of the version of each function. A deployment publishes a function whose id
    /// differs from the deployed one.
    Map<String, String> versions() {
        var versions = new TreeMap<String, String>();
        resources("AWS::Lambda::Version").forEach((id, version) -> versions.put(name(version), id));
        return versions;
    }

    /// The properties of all routes except those of [Catalogue#publicFunctions].
    List<JsonNode> routesWithToken() {
        var open = Catalogue.ALL.publicFunctions().stream().map(PublicFunction::routeKey).toList();
        return resources("AWS::ApiGatewayV2::Route").values().stream()
                .map(route -> route.get("Properties"))
                .filter(route -> !open.contains(route.get("RouteKey").asText()))
                .toList();
    }

    /// The properties of the resource with this logical id.
    JsonNode properties(String logicalId) {
        return root.get("Resources").get(logicalId).get("Properties");
    }

    /// The only resource of this type.
    JsonNode only(String type) {
        var resources = resources(type);
        if (resources.size() != 1) {
            throw new AssertionError("not one " + type + " but " + resources.keySet());
        }
        return resources.values().iterator().next().get("Properties");
    }

    /// The properties of the resource at this construct path below the stack.
    JsonNode at(String path) {
        return resourceAt(path).get("Properties");
    }

    /// The resource at this construct path below the stack, with its metadata and policies.
    JsonNode resourceAt(String path) {
        return root.get("Resources").get(idAt(path));
    }

    /// A reference to the ARN of the resource at this construct path.
    String arnOf(String path) {
        return "{\"Fn::GetAtt\":[\"%s\",\"Arn\"]}".formatted(idAt(path));
    }

    /// The elements of an array of texts.
    static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }

    /// The logical id of the only resource at this construct path below its stack. The name of the
    /// nested stack can precede the path.
    String idAt(String path) {
        var found = ids.getOrDefault(path, List.of());
        if (found.size() != 1) {
            throw new AssertionError("not one resource at " + path + " but " + found);
        }
        return found.getFirst();
    }

    /// The construct path of a resource. It does not contain the name of a nested stack.
    static String path(JsonNode resource) {
        return resource.path("Metadata").path("aws:cdk:path").asText();
    }

    /// The construct id of the direct child of a stack that a resource belongs to.
    static String name(JsonNode resource) {
        return path(resource).split("/", -1)[1];
    }
}
