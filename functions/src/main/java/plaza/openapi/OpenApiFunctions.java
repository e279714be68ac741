package plaza.openapi;

import java.util.List;
import plaza.catalogue.PublicFunction;

/// The row of the function that returns the OpenAPI document.
public final class OpenApiFunctions {
    public static final PublicFunction GET_OPEN_API =
            new PublicFunction(
                    GetOpenApi.class,
                    "GET",
                    "/openapi.json",
                    "Return the OpenAPI document of this release",
                    // generators fetch it once, and browsers at most every five minutes
                    10,
                    20);

    public static final List<PublicFunction> ALL = List.of(GET_OPEN_API);

    private OpenApiFunctions() {}
}
