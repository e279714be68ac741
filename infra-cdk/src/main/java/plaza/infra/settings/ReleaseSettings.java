package plaza.infra.settings;

import org.jspecify.annotations.Nullable;
import plaza.context.Declarations;

/// How new versions of functions are released.
///
/// @param canary context `canary`: whether CodeDeploy sends a part of the invocations to a new
///   version first, and returns to the old one if the new one fails; by default in `prod`
/// @param failingFunction context `failingFunction`: the name of a function whose next version uses
///   a table that does not exist, so that a release of it must fail (`infra-cdk/smoke`); null for
///   none
public record ReleaseSettings(boolean canary, @Nullable String failingFunction) {
    static ReleaseSettings from(Context context, Stage stage, Declarations declarations) {
        var failing = context.textOrNull("failingFunction");
        if (failing != null && stage == Stage.PROD) {
            context.reject("failingFunction", "breaks a function, so that prod cannot have it");
        }
        if (failing != null
                && declarations.functions().stream().noneMatch(row -> row.name().equals(failing))) {
            context.reject("failingFunction", "no route has a function " + failing);
        }
        return new ReleaseSettings(context.flag("canary", stage == Stage.PROD), failing);
    }
}
