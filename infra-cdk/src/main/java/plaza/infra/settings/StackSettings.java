package plaza.infra.settings;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The settings of a deployment, read from the CDK context.
///
/// @param stage context `stage`: `dev` (the default) or `prod`
/// @param issuer contexts `issuer`, `audience`, `groupsClaim` and `scopes`; without them, the stack
///   creates a user pool
public record StackSettings(
        Stage stage,
        @Nullable OwnIssuer issuer,
        UserPoolSettings userPool,
        ApiSettings api,
        TableSettings table,
        ReconcileSettings reconcile,
        FunctionSettings functions,
        ReleaseSettings releases,
        AlarmSettings alarms,
        ResourceSettings resources) {
    /// The settings of `dev` with every default.
    public static StackSettings dev() {
        return from(Map.<String, Object>of()::get);
    }

    /// Reads the CDK context.
    ///
    /// @throws IllegalArgumentException naming every invalid value
    public static StackSettings from(Function<String, @Nullable Object> values) {
        var context = new Context(values);
        var stage = stage(context);
        var issuer = OwnIssuer.from(context);
        var userPool = UserPoolSettings.from(context, stage, issuer == null);
        var api = ApiSettings.from(context, stage);
        if (context.has("hostedZoneId") && api.domain() == null && userPool.domain() == null) {
            context.reject("hostedZoneId", "needs the context apiDomain or signInDomain");
        }
        var table = TableSettings.from(context, stage);
        var functions = FunctionSettings.from(context, stage);
        var settings =
                new StackSettings(
                        stage,
                        issuer,
                        userPool,
                        api,
                        table,
                        ReconcileSettings.from(context, table),
                        functions,
                        ReleaseSettings.from(context, stage, functions.declarations()),
                        AlarmSettings.from(context, stage),
                        ResourceSettings.from(context, stage));
        context.requireValid();
        return settings;
    }

    private static Stage stage(Context context) {
        var label = context.text("stage", "dev");
        for (var stage : Stage.values()) {
            if (stage.label().equals(label)) {
                return stage;
            }
        }
        context.reject("stage", "must be dev or prod, not " + label);
        return Stage.DEV;
    }
}
