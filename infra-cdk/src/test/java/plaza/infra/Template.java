package plaza.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import plaza.Catalogue;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.StreamFunction;
import plaza.lambda.Quotas;

/// A synthesised template.
///
/// @param folder the cloud assembly
/// @param text `Plaza.template.json`
/// @param root the parsed text
record Template(Path folder, String text, JsonNode root) {
    /// Settings with every option on: prod, with origins, edge and backups.
    static final StackSettings FULL =
            new StackSettings(
                    Stage.PROD,
                    List.of("https://plaza.example", "https://www.plaza.example"),
                    List.of("https://plaza.example/callback"),
                    "oncall@plaza.example",
                    500,
                    true,
                    true,
                    Quotas.STANDARD);

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Map<String, Template> SHARED = new ConcurrentHashMap<>();

    /// The template of the real Catalogue. All tests share it, because a synthesis takes seconds.
    static Template real() {
        return SHARED.computeIfAbsent(
                "real",
                _ ->
                        synthesise(
                                new StackSettings(
                                        Stage.PROD,
                                        List.of(),
                                        List.of("https://plaza.example/callback"),
                                        null,
                                        0,
                                        false,
                                        false,
                                        Quotas.STANDARD),
                                Catalogue.httpFunctions(),
                                Catalogue.streamFunctions(),
                                _ -> {}));
    }

    /// The template of generated [Rows] with every option on. All tests share it.
    static Template grown() {
        return SHARED.computeIfAbsent(
                "grown", _ -> synthesise(FULL, Rows.HTTPS, Catalogue.streamFunctions(), _ -> {}));
    }

    /// Discards the shared templates, so that the next test synthesises again.
    static void discardShared() {
        SHARED.clear();
    }

    /// Synthesises a stack.
    ///
    /// @param before changes the stack before the synthesis
    static Template synthesise(
            StackSettings settings,
            List<HttpFunction> https,
            List<StreamFunction> streams,
            Consumer<PlazaStack> before) {
        try {
            var folder = Files.createTempDirectory("plaza-cdk-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            var app = App.create(folder.toString());
            before.accept(
                    new PlazaStack(
                            app,
                            settings,
                            https,
                            streams,
                            Catalogue.scheduledFunctions(),
                            App.JAR));
            app.synth();
            var text = Files.readString(folder.resolve("Plaza.template.json"));
            return new Template(folder, text, JSON.readTree(text));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
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

    static JsonNode parse(String json) {
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

    /// The logical id of the resource at this construct path below the stack.
    String idAt(String path) {
        return resources().entrySet().stream()
                .filter(entry -> path(entry.getValue()).equals("Plaza/" + path))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing at " + path));
    }

    static String path(JsonNode resource) {
        return resource.path("Metadata").path("aws:cdk:path").asText();
    }
}
