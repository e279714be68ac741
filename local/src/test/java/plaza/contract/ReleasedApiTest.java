package plaza.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openapitools.openapidiff.core.OpenApiCompare;
import org.openapitools.openapidiff.core.compare.OpenApiDiffOptions;
import org.openapitools.openapidiff.core.model.Changed;
import org.openapitools.openapidiff.core.model.ChangedOperation;
import org.openapitools.openapidiff.core.model.ChangedSchema;
import org.openapitools.openapidiff.core.model.ComposedChanged;
import plaza.local.HttpTestClient;

/// Compares the document of the API with that of the last release: a change that can break a client
/// needs a new major version. `-Dplaza.release=write` writes the released document;
/// `docs/operations/releases.md` says when.
///
/// openapi-diff finds the changes. It does not judge two kinds of them, which this test does: that
/// a property is removed, and whether a value can be null. It does not see a changed default,
/// description or name of a schema, nor other keys of a map (`propertyNames`). It reports a new
/// value in a response, such as a constant of an `enum`, as a change that breaks clients; types of
/// problems may be added.
final class ReleasedApiTest {
    private static final Path CURRENT = Path.of("../docs/openapi.json");
    private static final Path RELEASED =
            Path.of("src/test/resources/plaza/contract/released-openapi.json");

    /// Generated clients name methods after operations.
    private static final OpenApiDiffOptions OPTIONS =
            OpenApiDiffOptions.builder()
                    .configProperty("incompatible.operation.id.changed", "true")
                    .configProperty("incompatible.request.min.length.increased", "true")
                    .configProperty("incompatible.response.numeric.range.increased", "true")
                    .build();

    private static final String TYPES_OF_PROBLEMS =
            "/components/schemas/Problem/properties/type/enum";

    private static final String SMALL_API =
            """
            {
              "openapi": "3.1.0",
              "info": {"title": "Posts", "version": "1.0.0"},
              "paths": {
                "/posts": {
                  "get": {
                    "operationId": "ListPosts",
                    "parameters": [
                      {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 100}},
                      {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["new", "top"]}}
                    ],
                    "responses": {
                      "200": {
                        "description": "Done.",
                        "headers": {"Link": {"schema": {"type": "string"}}},
                        "content": {
                          "application/json": {
                            "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Post"}}
                          }
                        }
                      },
                      "304": {"description": "Not modified."}
                    }
                  },
                  "post": {
                    "operationId": "CreatePost",
                    "requestBody": {
                      "required": false,
                      "content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewPost"}}}
                    },
                    "responses": {"201": {"description": "Created."}}
                  }
                }
              },
              "components": {
                "schemas": {
                  "NewPost": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["content"],
                    "properties": {
                      "content": {"type": "string", "minLength": 1, "maxLength": 500},
                      "mood": {"type": ["string", "null"]},
                      "parent": {"anyOf": [{"$ref": "#/components/schemas/Parent"}, {"type": "null"}]},
                      "rating": {"type": "integer", "minimum": 0, "maximum": 9},
                      "tags": {"type": "array", "maxItems": 5, "items": {"type": "string", "pattern": "^[a-z]$"}}
                    }
                  },
                  "Parent": {"type": "object", "properties": {"postId": {"type": "string"}}},
                  "Post": {
                    "type": "object",
                    "required": ["content"],
                    "properties": {
                      "content": {"type": "string"},
                      "likes": {"type": "integer", "format": "int64"},
                      "reactions": {"type": "object", "additionalProperties": {"type": "integer"}},
                      "state": {"type": "string", "enum": ["open", "hidden"]},
                      "tags": {"type": "array", "items": {"type": "string"}}
                    }
                  }
                }
              }
            }
            """;

    @Test
    void noChangeSinceTheLastReleaseBreaksAClient() throws IOException {
        if ("write".equals(System.getProperty("plaza.release"))) {
            Files.copy(CURRENT, RELEASED, StandardCopyOption.REPLACE_EXISTING);
        }
        var current = read(Files.readString(CURRENT));
        var released = withTypesOfProblems(read(Files.readString(RELEASED)), current);
        if (majorVersion(current) == majorVersion(released)) {
            assertThat(brokenOperations(released, current))
                    .as(
                            "`git diff --no-index local/%s docs/openapi.json` shows the changes."
                                    + " One that breaks a client needs a new major version.",
                            RELEASED)
                    .isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    route removed               | /paths/~1posts                                     |
                    route renamed               | /paths                                             | {"/notes": {}}
                    operation removed           | /paths/~1posts/post                                |
                    operation renamed           | /paths/~1posts/post/operationId                    | "AddPost"
                    status removed              | /paths/~1posts/get/responses/304                   |
                    body of response removed    | /paths/~1posts/get/responses/200/content           |
                    header of response removed  | /paths/~1posts/get/responses/200/headers/Link      |
                    parameter removed           | /paths/~1posts/get/parameters/1                    |
                    parameter renamed           | /paths/~1posts/get/parameters/1/name               | "order"
                    parameter becomes required  | /paths/~1posts/get/parameters/1/required           | true
                    required parameter added    | /paths/~1posts/get/parameters/-                    | {"name": "q", "in": "query", "required": true, "schema": {"type": "string"}}
                    enum of parameter narrowed  | /paths/~1posts/get/parameters/1/schema/enum        | ["new"]
                    limit of parameter narrowed | /paths/~1posts/get/parameters/0/schema/maximum     | 50
                    parameter changes its type  | /paths/~1posts/get/parameters/0/schema/type        | "string"
                    body becomes required       | /paths/~1posts/post/requestBody/required           | true
                    property becomes required   | /components/schemas/NewPost/required               | ["content", "mood"]
                    required property added     | /components/schemas/NewPost/required               | ["content", "title"]
                    property removed            | /components/schemas/NewPost/properties/rating      |
                    property renamed            | /components/schemas/NewPost/properties             | {"text": {"type": "string"}}
                    type changed                | /components/schemas/NewPost/properties/rating/type | "string"
                    array becomes a string      | /components/schemas/NewPost/properties/tags        | {"type": "string"}
                    type of items changed       | /components/schemas/NewPost/properties/tags/items  | {"type": "integer"}
                    null no longer accepted     | /components/schemas/NewPost/properties/mood/type   | "string"
                    no object or null           | /components/schemas/NewPost/properties/parent      | {"$ref": "#/components/schemas/Parent"}
                    property of object removed  | /components/schemas/Parent/properties/postId       |
                    longer text required        | /components/schemas/NewPost/properties/content/minLength   | 2
                    longest text shortened      | /components/schemas/NewPost/properties/content/maxLength   | 499
                    smallest number increased   | /components/schemas/NewPost/properties/rating/minimum      | 1
                    largest number reduced      | /components/schemas/NewPost/properties/rating/maximum      | 8
                    fewer items accepted        | /components/schemas/NewPost/properties/tags/maxItems       | 4
                    pattern changed             | /components/schemas/NewPost/properties/tags/items/pattern  | "^[a-f]$"
                    required property of response removed  | /components/schemas/Post/properties/content  |
                    optional property of response removed  | /components/schemas/Post/properties/likes    |
                    property of response becomes optional  | /components/schemas/Post/required            | []
                    property of response changes its type  | /components/schemas/Post/properties/likes/type  | "string"
                    format of response changed             | /components/schemas/Post/properties/likes/format | "int32"
                    response can contain null              | /components/schemas/Post/properties/content/type | ["string", "null"]
                    constant of response added             | /components/schemas/Post/properties/state/enum  | ["open", "hidden", "closed"]
                    items of response change their type    | /components/schemas/Post/properties/tags/items  | {"type": "integer"}
                    values of a map change their type      | /components/schemas/Post/properties/reactions/additionalProperties | {"type": "string"}
                    """)
    void aChangeThatBreaksAClientIsDetected(String change, String pointer, @Nullable String value)
            throws IOException {
        assertThat(brokenOperations(read(SMALL_API), changed(pointer, value)))
                .as(change)
                .isNotEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    route added                 | /paths/~1notes                                     | {"get": {"responses": {"200": {"description": "Done."}}}}
                    operation added             | /paths/~1posts/delete                              | {"responses": {"204": {"description": "Done."}}}
                    status of an error added    | /paths/~1posts/post/responses/429                  | {"description": "Too many requests."}
                    header of response added    | /paths/~1posts/get/responses/200/headers/ETag      | {"schema": {"type": "string"}}
                    optional parameter added    | /paths/~1posts/get/parameters/-                    | {"name": "q", "in": "query", "schema": {"type": "string"}}
                    constant accepted           | /paths/~1posts/get/parameters/1/schema/enum        | ["new", "top", "old"]
                    larger limit accepted       | /paths/~1posts/get/parameters/0/schema/maximum     | 200
                    optional property added     | /components/schemas/NewPost/properties/title       | {"type": "string"}
                    property becomes optional   | /components/schemas/NewPost/required               | []
                    null accepted               | /components/schemas/NewPost/properties/content/type        | ["string", "null"]
                    shorter text accepted       | /components/schemas/NewPost/properties/content/minLength   | 0
                    longer text accepted        | /components/schemas/NewPost/properties/content/maxLength   | 501
                    larger number accepted      | /components/schemas/NewPost/properties/rating/maximum      | 10
                    more items accepted         | /components/schemas/NewPost/properties/tags/maxItems       | 6
                    property of response added  | /components/schemas/Post/properties/title          | {"type": "string"}
                    property of response becomes required | /components/schemas/Post/required        | ["content", "likes"]
                    constant of response removed          | /components/schemas/Post/properties/state/enum | ["open"]
                    description changed         | /paths/~1posts/get/description                     | "Lists the posts."
                    """)
    void aCompatibleChangeIsAccepted(String change, String pointer, String value)
            throws IOException {
        assertThat(brokenOperations(read(SMALL_API), changed(pointer, value))).as(change).isEmpty();
    }

    /// Returns the small document with a value replaced, added or removed.
    private static JsonNode changed(String pointer, @Nullable String value) throws IOException {
        var document = read(SMALL_API);
        var place = JsonPointer.compile(pointer);
        var name = place.last().getMatchingProperty();
        switch (document.at(place.head())) {
            case ObjectNode object when value == null -> object.remove(name);
            case ObjectNode object -> object.set(name, read(value));
            case ArrayNode array when value == null -> array.remove(Integer.parseInt(name));
            case ArrayNode array -> array.add(read(value));
            case JsonNode other -> throw new IllegalArgumentException(other.toString());
        }
        assertThat(document).isNotEqualTo(read(SMALL_API));
        return document;
    }

    /// Returns the operations of which a client can break.
    private static List<String> brokenOperations(JsonNode before, JsonNode after) {
        var changes =
                OpenApiCompare.fromContents(
                        comparable(before).toString(), comparable(after).toString(), null, OPTIONS);
        var removed =
                changes.getMissingEndpoints().stream()
                        .map(operation -> operation.getMethod() + " " + operation.getPathUrl());
        var changed =
                changes.getChangedOperations().stream()
                        .filter(ReleasedApiTest::breaksClients)
                        .map(operation -> operation.getHttpMethod() + " " + operation.getPathUrl());
        return Stream.concat(removed, changed).toList();
    }

    private static boolean breaksClients(ChangedOperation operation) {
        return operation.isIncompatible()
                || schemas(operation).anyMatch(ReleasedApiTest::breaksClients);
    }

    /// The API rejects unknown properties of a request, and a client can use each property of a
    /// response.
    private static boolean breaksClients(ChangedSchema schema) {
        var nullable = schema.getNullable();
        return !schema.getMissingProperties().isEmpty()
                || (nullable != null
                        && nullable.isChanged().isDifferent()
                        && Boolean.TRUE.equals(
                                schema.getContext().isRequest()
                                        ? nullable.getLeft()
                                        : nullable.getRight()));
    }

    private static Stream<ChangedSchema> schemas(@Nullable Changed change) {
        var parts =
                change instanceof ComposedChanged composed
                        ? composed.getChangedElements().stream().flatMap(ReleasedApiTest::schemas)
                        : Stream.<ChangedSchema>empty();
        return change instanceof ChangedSchema schema
                ? Stream.concat(Stream.of(schema), parts)
                : parts;
    }

    /// Writes a document as one of OpenAPI 3.0, because the library ignores the types of 3.1. Only
    /// values that can be null are written in another way there.
    private static JsonNode comparable(JsonNode document) {
        var copy = ((ObjectNode) document.deepCopy()).put("openapi", "3.0.3");
        rewriteNulls(copy);
        return copy;
    }

    private static void rewriteNulls(JsonNode node) {
        if (node.get("type") instanceof ArrayNode types) {
            ((ObjectNode) node).put("nullable", true).set("type", types.get(0));
        }
        if (node.get("anyOf") instanceof ArrayNode types) {
            ((ObjectNode) node).put("nullable", true).putArray("allOf").add(types.get(0));
            ((ObjectNode) node).remove("anyOf");
        }
        node.forEach(ReleasedApiTest::rewriteNulls);
    }

    /// The released document with the further types of problems that the API has now: a client
    /// treats a type that it does not know by its status, as RFC 9457 (section 3.1.1) describes.
    private static JsonNode withTypesOfProblems(JsonNode released, JsonNode current) {
        var types = (ArrayNode) released.at(TYPES_OF_PROBLEMS);
        var known = new HashSet<JsonNode>();
        types.forEach(known::add);
        var now = new HashSet<JsonNode>();
        current.at(TYPES_OF_PROBLEMS).forEach(now::add);
        assertThat(now).containsAll(known);
        now.removeAll(known);
        now.forEach(types::add);
        return released;
    }

    private static int majorVersion(JsonNode document) {
        var version = document.at("/info/version").asText();
        return Integer.parseInt(version.substring(0, version.indexOf('.')));
    }

    private static JsonNode read(String json) throws IOException {
        return HttpTestClient.JSON.readTree(json);
    }
}
