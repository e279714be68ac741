package plaza.lambda;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.crac.Core;
import plaza.evolution.MigrationSettings;
import plaza.leaving.Departure;
import plaza.leaving.ErasedIds;
import plaza.objects.ObjectStore;
import plaza.table.Page;
import plaza.table.Scans;
import plaza.table.Table;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;

/// The dependencies of a deployed function. Each is created once per execution environment, and
/// only if the function uses it.
///
/// The local runner and the tests never use this class: they pass the dependencies to a handler's
/// other constructor.
public final class Deployment {
    private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(1);

    /// The maximum number of requests that a function sends at the same time: those for each item
    /// of a page, and one more.
    private static final int CONNECTIONS_MAX = Page.LIMIT_MAX + 1;

    private static final Settings SETTINGS = Settings.from(environment());

    private static final ExecutionEnvironment ENVIRONMENT =
            new ExecutionEnvironment(
                    SETTINGS,
                    clock(),
                    SecureRandom::new,
                    Deployment::http,
                    Core.getGlobalContext());

    private Deployment() {}

    private static SdkHttpClient http(Duration responseTimeMax) {
        return Apache5HttpClient.builder()
                .connectionTimeout(CONNECT_TIME_MAX)
                .socketTimeout(responseTimeMax)
                .maxConnections(CONNECTIONS_MAX)
                .build();
    }

    public static Clock clock() {
        return Clock.systemUTC();
    }

    static ExecutionEnvironment executionEnvironment() {
        return ENVIRONMENT;
    }

    /// The environment variables of the function, with the settings that its context declares.
    public static Map<String, String> environment() {
        return System.getenv();
    }

    /// Creates the parts of the contexts that a function loads by name. A process that runs several
    /// functions names those of all of them, so parts of other types are left out.
    ///
    /// @param type what the function needs of a context
    /// @throws IllegalStateException if no setting names the classes, or if one cannot be created
    public static <T> List<T> parts(Class<T> type) {
        var names = SETTINGS.contexts();
        if (names == null) {
            throw new IllegalStateException(
                    "the environment variable " + Settings.CONTEXTS + " is not set");
        }
        var parts = new ArrayList<T>();
        for (var name : new LinkedHashSet<>(names)) {
            try {
                var part = Class.forName(name);
                if (type.isAssignableFrom(part)) {
                    parts.add(type.cast(part.getConstructor().newInstance()));
                }
            } catch (ReflectiveOperationException fault) {
                throw new IllegalStateException("a class of a context cannot be created", fault);
            }
        }
        return parts;
    }

    /// How far the migrations of the table are.
    public static MigrationSettings migrations() {
        return SETTINGS.migrations();
    }

    public static Table table() {
        return ENVIRONMENT.table();
    }

    /// Access to Scan, which only Reconcile and Migrate use.
    public static Scans scans() {
        return ENVIRONMENT.scans();
    }

    /// What FanOut does outside of the table for a person who leaves. Its clients are created when
    /// the first one leaves.
    public static Departure departure() {
        return person -> ENVIRONMENT.departure().perform(person);
    }

    /// The ids of those who have left, which only Reconcile reads.
    public static ErasedIds erasedIds() {
        return ENVIRONMENT.erasedIds();
    }

    /// The objects that users store. FanOut deletes those of deleted items.
    public static ObjectStore objects() {
        return ENVIRONMENT.objects();
    }

    /// The failure bucket, which only Redrive reads.
    public static FailureStore failures() {
        return ENVIRONMENT.failures();
    }

    /// The invoker of the stream functions, which only Redrive uses.
    public static StreamInvoker streamInvoker() {
        return ENVIRONMENT.streamInvoker();
    }
}
