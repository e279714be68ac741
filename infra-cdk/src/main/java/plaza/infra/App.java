package plaza.infra;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.Catalogue;
import software.amazon.awscdk.AppProps;

/// The CDK app. It runs in the folder infra-cdk, after the deployable jar was built.
public final class App {
    /// The deployable jar, seen from infra-cdk.
    static final Path JAR = Path.of("../functions/target/plaza-functions.jar");

    /// What the CDK CLI would set, and a synthesis without it does not: without the first two the
    /// template has no asset metadata and no construct paths, and `sam local` finds neither the jar
    /// nor a function's name.
    private static final Map<String, Object> CONTEXT =
            Map.of("aws:cdk:enable-asset-metadata", true, "aws:cdk:enable-path-metadata", true);

    private App() {}

    /// Synthesises the stack into the folder that the environment names in `CDK_OUTDIR`, with the
    /// context that the CDK CLI (or `CDK_CONTEXT_JSON`) gives; see [Settings].
    public static void main(String[] args) {
        var app = create(null);
        var settings = Settings.from(app.getNode()::tryGetContext);
        new PlazaStack(
                app,
                settings,
                Catalogue.httpFunctions(),
                Catalogue.streamFunctions(),
                Catalogue.scheduledFunctions(),
                JAR);
        app.synth();
    }

    /// An app without a stack yet.
    ///
    /// @param outdir where tests synthesise; otherwise null, for the environment decides
    static software.amazon.awscdk.App create(@Nullable String outdir) {
        return new software.amazon.awscdk.App(
                AppProps.builder()
                        .analyticsReporting(false)
                        .postCliContext(CONTEXT)
                        .outdir(outdir)
                        .build());
    }
}
