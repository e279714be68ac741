package plaza.infra;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a deployment is told: the CDK context, read once.
///
/// @param stage context `stage`, `dev` (the default) or `prod`
/// @param origins context `origins`: the web origins that a browser may call from, separated by
///   commas; none means that browsers of other origins get nothing
/// @param callbackUrls context `callbackUrls`: where Cognito may send a user back to after signing
///   in
/// @param alarmEmail context `alarmEmail`: who is told of alarms; without it, the topic waits for
///   subscribers
/// @param edge context `edge`: whether CloudFront and WAF stand before the API
/// @param backups context `backups`: whether AWS Backup keeps copies beside point-in-time recovery
public record Settings(
        Stage stage,
        List<String> origins,
        List<String> callbackUrls,
        @Nullable String alarmEmail,
        boolean edge,
        boolean backups) {
    /// Where a developer's own page listens, for signing in on a stage that nobody told of a page.
    private static final String CALLBACK_DEFAULT = "http://localhost:8080/callback";

    public Settings {
        origins = List.copyOf(origins);
        callbackUrls = List.copyOf(callbackUrls);
    }

    /// The settings of a stage that nothing else is said about.
    static Settings of(Stage stage) {
        return new Settings(stage, List.of(), List.of(CALLBACK_DEFAULT), null, false, false);
    }

    /// Reads the CDK context.
    ///
    /// @throws IllegalArgumentException naming every fault at once
    static Settings from(Function<String, @Nullable Object> context) {
        var faults = new ArrayList<String>();
        var stage = stage(text(context, "stage", "dev"), faults);
        var origins = list(text(context, "origins", ""));
        for (var origin : origins) {
            if (!isOrigin(origin)) {
                faults.add("origins: not an exact origin such as https://plaza.example: " + origin);
            }
        }
        var callbackUrls = list(text(context, "callbackUrls", CALLBACK_DEFAULT));
        if (callbackUrls.isEmpty()) {
            faults.add("callbackUrls: at least one is needed");
        }
        var alarmEmail = text(context, "alarmEmail", "");
        var edge = flag(context, "edge", faults);
        var backups = flag(context, "backups", faults);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("bad context: " + String.join("; ", faults));
        }
        return new Settings(
                stage,
                origins,
                callbackUrls,
                alarmEmail.isEmpty() ? null : alarmEmail,
                edge,
                backups);
    }

    private static Stage stage(String label, List<String> faults) {
        for (var stage : Stage.values()) {
            if (stage.label().equals(label)) {
                return stage;
            }
        }
        faults.add("stage: dev or prod, not " + label);
        return Stage.DEV;
    }

    /// An exact origin: no wildcard, no path; plain http only for a developer's own machine.
    private static boolean isOrigin(String text) {
        try {
            var uri = URI.create(text);
            var host = uri.getHost();
            var scheme = uri.getScheme();
            var isExact = host != null && text.equals(scheme + "://" + uri.getRawAuthority());
            return isExact
                    && uri.getUserInfo() == null
                    && ("https".equals(scheme)
                            || ("http".equals(scheme) && "localhost".equals(host)));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean flag(
            Function<String, @Nullable Object> context, String key, List<String> faults) {
        return switch (text(context, key, "false")) {
            case "true" -> true;
            case "false" -> false;
            case String other -> {
                faults.add(key + ": true or false, not " + other);
                yield false;
            }
        };
    }

    private static List<String> list(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static String text(
            Function<String, @Nullable Object> context, String key, String otherwise) {
        var value = context.apply(key);
        return value == null ? otherwise : value.toString().strip();
    }
}
