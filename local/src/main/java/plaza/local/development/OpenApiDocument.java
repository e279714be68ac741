package plaza.local.development;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import plaza.functions.Catalogue;
import plaza.functions.OpenApiParts;
import plaza.openapi.GetOpenApi;

/// The OpenAPI document of the running system.
public final class OpenApiDocument {
    private OpenApiDocument() {}

    /// Returns the document in UTF-8, with the routes of these functions only.
    public static byte[] of(Catalogue catalogue) {
        try (var in =
                OpenApiDocument.class.getClassLoader().getResourceAsStream(GetOpenApi.RESOURCE)) {
            return OpenApiParts.of(
                    Objects.requireNonNull(in, GetOpenApi.RESOURCE).readAllBytes(), catalogue);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
