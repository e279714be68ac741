package plaza.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.context.Declaration;
import plaza.context.Declarations;

/// Takes the part of the OpenAPI document that describes the chosen contexts.
public final class OpenApiParts {
    private static final String REFERENCE = "$ref";
    private static final String COMPONENTS = "#/components/";

    private static final JsonMapper JSON = new JsonMapper();

    private OpenApiParts() {}

    /// Returns the document of a system. A context of another project brings its document with it:
    /// the resource `plaza/<context>/openapi.json`.
    ///
    /// @param complete the text of the document of Plaza's own contexts, in UTF-8
    public static byte[] of(byte[] complete, Catalogue catalogue) {
        var others =
                catalogue.declarations().all().stream()
                        .<@Nullable URL>map(OpenApiParts::documentOrNull)
                        .filter(Objects::nonNull)
                        .toList();
        if (others.isEmpty() && catalogue.declarations().equals(Declarations.named(""))) {
            return complete;
        }
        try {
            var document = (ObjectNode) JSON.readTree(complete);
            for (var other : others) {
                try (var text = other.openStream()) {
                    add(JSON.readTree(text), document);
                }
            }
            return OpenApi.text(of(document, catalogue)).getBytes(StandardCharsets.UTF_8);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Whether a context brings its document with it, because it is one of another project.
    public static boolean hasOwnDocument(Declaration context) {
        return documentOrNull(context) != null;
    }

    private static @Nullable URL documentOrNull(Declaration context) {
        var name = "plaza/" + context.name() + "/openapi.json";
        return context.getClass().getClassLoader().getResource(name);
    }

    /// Adds what another document has in addition. Both have the components of the platform.
    private static void add(JsonNode other, ObjectNode document) {
        for (var path : other.path("paths").properties()) {
            ((ObjectNode) document.path("paths"))
                    .withObjectProperty(path.getKey())
                    .setAll((ObjectNode) path.getValue());
        }
        for (var tag : other.path("tags")) {
            ((ArrayNode) document.path("tags")).add(tag);
        }
        for (var section : other.path("components").properties()) {
            var components =
                    ((ObjectNode) document.path("components")).withObjectProperty(section.getKey());
            for (var component : section.getValue().properties()) {
                components.putIfAbsent(component.getKey(), component.getValue());
            }
        }
    }

    /// Removes from a complete document the operations, tags and components that the functions of a
    /// system do not have.
    private static ObjectNode of(ObjectNode document, Catalogue catalogue) {
        var operations =
                catalogue.httpFunctions().stream()
                        .map(FunctionRow::name)
                        .collect(Collectors.toSet());
        var tags =
                catalogue.httpFunctions().stream()
                        .map(HttpFunction::context)
                        .collect(Collectors.toSet());
        for (var path : document.path("paths")) {
            ((ObjectNode) path)
                    .properties()
                    .removeIf(method ->
                            method.getValue().has("operationId")
                                    && !operations.contains(
                                            method.getValue().path("operationId").asText()));
        }
        ((ObjectNode) document.path("paths"))
                .properties()
                .removeIf(path ->
                        path.getValue().properties().stream()
                                .noneMatch(method -> method.getValue().has("operationId")));
        var kept = (ArrayNode) document.path("tags");
        for (var index = kept.size() - 1; index >= 0; index--) {
            if (!tags.contains(kept.path(index).path("name").asText())) {
                kept.remove(index);
            }
        }
        removeUnused(document);
        return document;
    }

    private static void removeUnused(ObjectNode document) {
        var used = new HashSet<String>();
        collect(document.path("paths"), document, used);
        for (var section : List.of("schemas", "parameters", "headers", "responses")) {
            if (document.path("components").path(section) instanceof ObjectNode components) {
                components
                        .properties()
                        .removeIf(
                                each -> !used.contains(COMPONENTS + section + '/' + each.getKey()));
            }
        }
    }

    /// Adds the references in a part of the document, and those in what they refer to.
    private static void collect(JsonNode part, ObjectNode document, Set<String> used) {
        var reference = part.path(REFERENCE);
        if (reference.isTextual() && used.add(reference.asText())) {
            collect(document.at(reference.asText().substring(1)), document, used);
        }
        part.forEach(child -> collect(child, document, used));
    }
}
