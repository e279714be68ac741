package plaza.infra.settings;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Limits;
import plaza.context.Declarations;
import plaza.evolution.Migration;
import plaza.evolution.MigrationSettings;
import plaza.migrate.Migrations;
import plaza.text.Malformed;

/// The settings of the functions. They receive all but `streamConcurrency` in their environment.
///
/// @param environment the environment variables of the settings that the chosen contexts declare
///   ([plaza.context.DeployedSetting]), with their values
/// @param limits contexts `writesPerHourMax` and so on: how often a caller can write, see [Limits];
///   0 means no limit
/// @param streamConcurrency context `streamConcurrency`: the concurrent executions that are
///   reserved for each stream function, which can have no more; 0, the default of `dev`, reserves
///   none
/// @param cursorKeysVersion context `cursorKeysVersion`: the id of the version of the secret
///   `CursorKeys` whose keys the functions receive; null for the one that is current when a
///   function is published
/// @param declarations context `contexts`: the contexts of which the system consists, all by
///   default. Context `removedContexts` names those that the last release has and this one lacks,
///   see [ReleasedContexts]
/// @param migrations contexts `heldMigrations` and `provedMigrations`: the ids of migrations whose
///   new version is not written yet, and of those whose proof is stored
/// @param traces context `traces`: whether X-Ray traces the functions; it does not by default,
///   because the rate of the traces cannot be configured
public record FunctionSettings(
        Map<String, String> environment,
        Limits limits,
        int streamConcurrency,
        @Nullable String cursorKeysVersion,
        Declarations declarations,
        MigrationSettings migrations,
        boolean traces) {
    /// Four batches of FanOut at a time of each of 40 shards, which is what a million users need
    /// (docs/operations/settings.md).
    private static final int STREAM_CONCURRENCY_PROD = 160;

    private static final String HELD = "heldMigrations";
    private static final String PROVED = "provedMigrations";

    static FunctionSettings from(Context context, Stage stage) {
        var declarations = declarations(context);
        return new FunctionSettings(
                environment(context, declarations),
                Limits.of(
                        declarations.limits(),
                        limit -> context.numberOrZero(limit.setting(), limit.perHourDefault())),
                context.numberOrZero(
                        "streamConcurrency", stage == Stage.PROD ? STREAM_CONCURRENCY_PROD : 0),
                cursorKeysVersion(context),
                declarations,
                migrations(context, Migrations.of(declarations.migrations())),
                context.flag("traces", false));
    }

    private static Declarations declarations(Context context) {
        try {
            var chosen = Declarations.named(context.text("contexts"));
            ReleasedContexts.load().requireKept(context, chosen);
            return chosen;
        } catch (Malformed unknown) {
            context.reject("contexts", unknown.rule());
            return Declarations.registered();
        }
    }

    /// The characters and the length are those of Secrets Manager
    /// (<https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_PutSecretValue.html>),
    /// without those that a dynamic reference could not contain.
    private static @Nullable String cursorKeysVersion(Context context) {
        var version = context.textOrNull("cursorKeysVersion");
        if (version != null && !version.matches("[A-Za-z0-9-]{32,64}")) {
            context.reject(
                    "cursorKeysVersion", "must be the VersionId of a secret, not " + version);
        }
        return version;
    }

    static MigrationSettings migrations(Context context, Migrations migrations) {
        var declared = migrations.all().stream().map(Migration::id).toList();
        var held = migrations(context, HELD, declared);
        var proved = migrations(context, PROVED, declared);
        for (var id : proved) {
            if (held.contains(id)) {
                context.reject(PROVED, "the old version is still written of " + id);
            }
        }
        return new MigrationSettings(held, proved);
    }

    private static Set<String> migrations(Context context, String setting, List<String> declared) {
        var ids = new TreeSet<>(context.list(setting, ""));
        for (var id : ids) {
            if (!declared.contains(id)) {
                context.reject(setting, "this release has no migration " + id);
            }
        }
        return ids;
    }

    private static Map<String, String> environment(Context context, Declarations declarations) {
        var environment = new TreeMap<String, String>();
        for (var declaration : declarations.all()) {
            for (var setting : declaration.settings()) {
                try {
                    var value = context.text(setting.name(), setting.standard());
                    environment.put(setting.variable(), setting.read().apply(value));
                } catch (Malformed invalid) {
                    context.reject(setting.name(), invalid.rule());
                }
            }
        }
        return environment;
    }
}
