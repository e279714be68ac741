package plaza.local.development;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.functions.OpenApiParts;

/// The OpenAPI document as the page `/docs/` shows it: for reading, and with requests that succeed.
///
/// It differs from `/openapi.json` in that
///
/// - its examples name what is in the table, see [Examples],
/// - each operation has code samples, see [CodeSamples],
/// - errors that each operation can have are described once, in the introduction,
/// - operations are listed by entity, and the entities by context,
/// - optional parameters have no examples, because the page would send them.
final class Reference {
    /// The statuses of responses that say nothing about a single operation.
    private static final Set<String> SHARED =
            Set.of("400", "401", "403", "413", "415", "429", "500", "503", "507");

    private static final String INTRODUCTION =
            """
            {description}

            Every request of this page is sent as **{caller}**, an administrator.{hint}

            ## Send a request

            Get a token, for this machine only:

            ```sh
            TOKEN=$(curl -s -H 'Accept: text/plain' '{address}/dev/token/{caller}?groups=admin')
            ```

            The samples in TypeScript and Java use the clients in `clients/typescript` and `clients/java`:

            ```ts
            import { createPlaza, ok } from "plaza-client";

            const plaza = createPlaza({ baseUrl: "{address}", token });
            ```

            ```java
            var plaza = Plaza.connect("{address}", () -> token);
            ```

            ## Errors

            A response that is not a success is a [problem](https://www.rfc-editor.org/rfc/rfc9457): its `type` is for
            programs, and its `detail` says what is wrong and what to do.

            ```json
            {
              "type": "urn:plaza:problem:malformed",
              "title": "Malformed request",
              "status": 400,
              "detail": "The query has invalid parameters.",
              "errors": [{ "field": "limit", "detail": "The value of `limit` must be from 1 to 100." }]
            }
            ```

            These can be the response to any request, and the operations do not repeat them:

            {errors}
            ## Lists

            A list has pages. `nextCursor` is the `cursor` of the next page; the last page has none. A cursor is valid for
            24 hours.

            ## Repeated and conditional requests

            A POST with an `Idempotency-Key` takes effect once, however often it is sent. A GET with `If-None-Match`
            returns 304 if nothing has changed, and a request with `If-Match` 412 if something has.
            """;

    private static final String EMPTY =
            " The table has no users yet: send *Create or replace a user's profile* first, or start Plaza with"
                    + " `-Dplaza.demo=true` and load this page again.";

    private static final String MISSING =
            "\n\n**The table has nothing yet that this example could name**, so its response is an error.";

    private final Catalogue catalogue;
    private final ObjectNode document;
    private final Examples examples;
    private final CodeSamples samples;
    private final String address;

    private Reference(Catalogue catalogue, ObjectNode document, Examples examples, String address) {
        this.catalogue = catalogue;
        this.document = document;
        this.examples = examples;
        this.samples = new CodeSamples(document, address);
        this.address = address;
    }

    /// Returns the document.
    ///
    /// @param document the OpenAPI document of the system, which becomes that of the page
    /// @param address the base URL of the API
    static ObjectNode of(
            Catalogue catalogue, ObjectNode document, Examples examples, String address) {
        return new Reference(catalogue, document, examples, address).build();
    }

    private ObjectNode build() {
        var tags = new LinkedHashMap<String, Map<String, String>>();
        for (var row : catalogue.httpFunctions()) {
            var operation =
                    (ObjectNode)
                            document.path("paths")
                                    .path(row.path())
                                    .path(row.method().toLowerCase(Locale.ROOT));
            var entity = entity(row);
            tags.computeIfAbsent(row.context(), _ -> new LinkedHashMap<>())
                    .put(row.context() + '.' + entity, title(entity));
            operation.putArray("tags").add(row.context() + '.' + entity);
            write(row, operation);
        }
        tags(tags);
        var errors = new TreeMap<String, String>();
        for (var path : document.path("paths")) {
            for (var operation : path) {
                share((ObjectNode) operation.path("responses"), errors);
            }
        }
        introduction(errors);
        for (var parameter : document.path("components").path("parameters")) {
            withoutExamples((ObjectNode) parameter.path("schema"));
        }
        document.put("x-caller", examples.caller());
        return document;
    }

    /// The entity of a function: the third part of its package, or its context if it has none.
    private static String entity(HttpFunction row) {
        var parts = row.handler().getPackageName().split("\\.", -1);
        return parts[parts.length - 1];
    }

    private static String title(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private void tags(Map<String, Map<String, String>> byContext) {
        var tags = document.putArray("tags");
        var groups = document.putArray("x-tagGroups");
        for (var context : catalogue.declarations().all()) {
            var group = groups.addObject().put("name", title(context.name()));
            var names = group.putArray("tags");
            byContext
                    .getOrDefault(context.name(), Map.of())
                    .forEach((name, title) -> {
                        names.add(name);
                        tags.addObject().put("name", name).put("x-displayName", title);
                    });
        }
    }

    private void write(HttpFunction row, ObjectNode operation) {
        var example = examples.of(operation);
        if (example.isMissing()) {
            operation.put("description", operation.path("description").asText() + MISSING);
        }
        operation.set("x-codeSamples", samples.of(row, operation, example, isInClients(row)));
        for (var node : operation.path("parameters")) {
            if (node instanceof ObjectNode parameter && parameter.has("name")) {
                var name = parameter.path("name").asText();
                var value = example.path().getOrDefault(name, example.query().get(name));
                withoutExamples((ObjectNode) parameter.path("schema"));
                parameter.remove("example");
                if (value != null) {
                    parameter
                            .putObject("examples")
                            .putObject("default")
                            .put("value", value)
                            // Scalar sends an optional parameter only with this
                            .put("x-disabled", false);
                }
            }
        }
        example.bodies()
                .forEach((type, body) ->
                        ((ObjectNode) operation.path("requestBody").path("content").path(type))
                                .set("example", body));
    }

    /// Whether the clients have an operation: they are made from the document of Plaza's own
    /// contexts.
    private boolean isInClients(HttpFunction row) {
        return catalogue.declarations().all().stream()
                .filter(context -> context.name().equals(row.context()))
                .noneMatch(OpenApiParts::hasOwnDocument);
    }

    private static void withoutExamples(ObjectNode schema) {
        schema.remove("examples");
        if (schema.path("items") instanceof ObjectNode items) {
            items.remove("examples");
        }
    }

    /// Removes the responses that each operation can have.
    private void share(ObjectNode responses, Map<String, String> errors) {
        for (var response : List.copyOf(responses.properties())) {
            var reference = response.getValue().path("$ref").asText();
            if (SHARED.contains(response.getKey()) && !reference.isEmpty()) {
                errors.put(
                        response.getKey(),
                        document.at(reference.substring(1)).path("description").asText());
                responses.remove(response.getKey());
            }
        }
    }

    private void introduction(Map<String, String> errors) {
        var rows = new StringBuilder("| status | meaning |\n|---|---|\n");
        errors.forEach(
                (status, meaning) -> rows.append("| %s | %s |\n".formatted(status, meaning)));
        var info = (ObjectNode) document.path("info");
        info.put(
                "description",
                INTRODUCTION
                        .replace("{description}", info.path("description").asText())
                        .replace("{caller}", examples.caller())
                        .replace("{hint}", examples.hasUsers() ? "" : EMPTY)
                        .replace("{address}", address)
                        .replace("{errors}", rows));
    }
}
