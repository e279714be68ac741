package plaza.infra;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.FunctionCode;
import plaza.functions.Catalogue;
import plaza.functions.OpenApiParts;
import plaza.infra.settings.StackSettings;
import plaza.openapi.GetOpenApi;
import software.amazon.awscdk.AppProps;

/// The CDK app. Run it in the folder `infra-cdk` after building the deployable jar.
public final class App {
    /// The deployable jar, relative to `infra-cdk`.
    static final Path JAR = Path.of("../functions/target/plaza-functions.jar");

    /// The folder for the code of the functions.
    private static final Path CODE = Path.of("target/functions");

    /// The context that the CDK CLI sets and that a synthesis without the CLI lacks, and the
    /// feature flags. `sam local` finds jars and nested templates by the asset metadata, and takes
    /// the names of the nested stacks from the construct paths. Without the flag, a function whose
    /// layer changed gets no new version.
    private static final Map<String, Object> CONTEXT =
            Map.of(
                    "aws:cdk:enable-asset-metadata",
                    true,
                    "aws:cdk:enable-path-metadata",
                    true,
                    "@aws-cdk/aws-lambda:recognizeLayerVersion",
                    true);

    private App() {}

    /// Synthesises the stack into the folder named by the environment variable `CDK_OUTDIR`, with
    /// the context from the CDK CLI or `CDK_CONTEXT_JSON`; see [StackSettings].
    public static void main(String[] args) {
        var app = create(null);
        var settings = StackSettings.from(app.getNode()::tryGetContext);
        var catalogue = new Catalogue(settings.functions().declarations());
        new PlazaStack(
                app,
                settings,
                catalogue.httpFunctions(),
                catalogue.publicFunctions(),
                catalogue.streamFunctions(),
                catalogue.scheduledFunctions(),
                code(catalogue, CODE));
        app.synth();
    }

    /// The code of the functions of a system: the deployable jar, with the OpenAPI document of its
    /// contexts.
    static FunctionCode code(Catalogue catalogue, Path folder) {
        return FunctionCode.split(JAR, catalogue.functions(), folder)
                .with(GetOpenApi.RESOURCE, complete -> OpenApiParts.of(complete, catalogue));
    }

    /// Creates an app without a stack.
    ///
    /// @param outdir the output folder of a test; null to use `CDK_OUTDIR`
    static software.amazon.awscdk.App create(@Nullable String outdir) {
        return new software.amazon.awscdk.App(
                AppProps.builder()
                        .analyticsReporting(false)
                        .postCliContext(CONTEXT)
                        .outdir(outdir)
                        .build());
    }
}
