package plaza.local.development;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import plaza.functions.Catalogue;
import plaza.functions.OpenApi;
import plaza.functions.OpenApiParts;
import plaza.openapi.GetOpenApi;

/// The OpenAPI document of the running system.
public final class OpenApiDocument {
    private OpenApiDocument() {}

    /// Returns the document in UTF-8, with the routes of these functions only.
    public static byte[] of(Catalogue catalogue) {
        try (var in =
                OpenApiDocument.class.getClassLoader().getResourceAsStream(GetOpenApi.RESOURCE)) {
            var complete = Objects.requireNonNull(in, GetOpenApi.RESOURCE).readAllBytes();
            if (catalogue.declarations().equals(Catalogue.ALL.declarations())) {
                return complete;
            }
            var document = (ObjectNode) new JsonMapper().readTree(complete);
            return OpenApi.text(OpenApiParts.of(document, catalogue))
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
