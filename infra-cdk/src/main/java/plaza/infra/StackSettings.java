package plaza.infra;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Limits;
import plaza.fantasy.SeasonRules;
import plaza.lambda.Quotas;

/// The settings of a deployment, read from the CDK context.
///
/// @param stage context `stage`: `dev` (the default) or `prod`
/// @param origins context `origins`: the web origins allowed by CORS, separated by commas; none by
///   default
/// @param callbackUrls context `callbackUrls`: the addresses to which Cognito redirects users after
///   they sign in, separated by commas; `prod` has no default
/// @param alarmEmail context `alarmEmail`: the address that receives alarms; without it, the topic
///   has no subscription
/// @param budgetUsd context `budgetUsd`: the monthly budget of the stack in US dollars, about which
///   `alarmEmail` is notified; 0, the default, means no budget
/// @param edge context `edge`: whether CloudFront and WAF are in front of the API
/// @param backups context `backups`: whether AWS Backup keeps copies in addition to point-in-time
///   recovery
/// @param accessLogIdentity context `accessLogIdentity`: whether the access log has the caller's
///   subject and IP address, as it does by default
/// @param quotas contexts `favoritesMax` and `importsPerDayMax`: how much one user may have and do,
///   see [Quotas]
/// @param rules context `rules`: the rules of the fantasy football season, see [SeasonRules]
/// @param limits contexts `viewsPerHourMax` and so on: how often a caller can write, see [Limits];
///   0 means no limit
/// @param maxReadUnits context `maxReadUnits`: the most read request units per second of the table,
///   and of each global secondary index; 0, the default, means only the quotas of the account
/// @param maxWriteUnits context `maxWriteUnits`: the same for write request units
/// @param issuer contexts `issuer`, `audience`, `groupsClaim` and `scopes`; without them, the stack
///   creates a user pool
/// @param mail contexts `mailFrom` and `mailIdentity`: the sender of the user pool's mails
/// @param apiDomain contexts `apiDomain` and `apiCertificate`
/// @param signInDomain contexts `signInDomain` and `signInCertificate`
/// @param tags context `tags`: further tags of all resources, as `key=value` separated by commas
/// @param permissionsBoundary context `permissionsBoundary`: the ARN of a managed policy that
///   bounds every role of the stack
public record StackSettings(
        Stage stage,
        List<String> origins,
        List<String> callbackUrls,
        @Nullable String alarmEmail,
        int budgetUsd,
        boolean edge,
        boolean backups,
        boolean accessLogIdentity,
        Quotas quotas,
        SeasonRules rules,
        Limits limits,
        int maxReadUnits,
        int maxWriteUnits,
        @Nullable OwnIssuer issuer,
        @Nullable MailSender mail,
        @Nullable Domain apiDomain,
        @Nullable Domain signInDomain,
        Map<String, String> tags,
        @Nullable String permissionsBoundary) {
    /// The default callback of `dev`: a page on the developer's machine.
    private static final String CALLBACK_DEFAULT = "http://localhost:8080/callback";

    /// The contexts that configure the user pool.
    private static final List<String> POOL_ONLY =
            List.of(
                    "callbackUrls",
                    "mailFrom",
                    "mailIdentity",
                    "signInDomain",
                    "signInCertificate");

    private static final Pattern TAG_KEY =
            Pattern.compile("(?!(?i:aws):)[\\p{L}\\p{Z}\\p{N}_.:/+@-]{1,128}");

    private static final Pattern TAG_VALUE = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+@-]{0,256}");

    /// The tags that every stack has.
    private static final Set<String> OWN_TAGS = Set.of("service", "stage");

    private static final Pattern BOUNDARY =
            Pattern.compile("arn:aws[a-z-]*:iam::([0-9]{12}|aws):policy/[\\w+=,.@/-]+");

    private static final Pattern LOOPBACK =
            Pattern.compile("(.+\\.)?localhost\\.?|127(\\.\\d+){3}|0\\.0\\.0\\.0|\\[::1]");

    public StackSettings {
        origins = List.copyOf(origins);
        callbackUrls = List.copyOf(callbackUrls);
        tags = Map.copyOf(tags);
    }

    /// The settings of `dev` with every default.
    static StackSettings dev() {
        return new StackSettings(
                Stage.DEV,
                List.of(),
                List.of(CALLBACK_DEFAULT),
                null,
                0,
                false,
                false,
                true,
                Quotas.STANDARD,
                SeasonRules.load(SeasonRules.DEFAULT_PRESET),
                Limits.STANDARD,
                0,
                0,
                null,
                null,
                null,
                null,
                Map.of(),
                null);
    }

    /// Reads the CDK context.
    ///
    /// @throws IllegalArgumentException naming every invalid value
    static StackSettings from(Function<String, @Nullable Object> context) {
        var faults = new ArrayList<String>();
        var stage = stage(text(context, "stage", "dev"), faults);
        var origins = list(text(context, "origins", ""));
        for (var origin : origins) {
            if (!isOrigin(origin)) {
                faults.add(
                        "origins: must be exact origins such as https://plaza.example, not "
                                + origin);
            } else if (stage == Stage.PROD && !isPublic(origin)) {
                faults.add("origins: must use https and a public host in prod, not " + origin);
            }
        }
        var callbackUrls =
                list(text(context, "callbackUrls", stage == Stage.PROD ? "" : CALLBACK_DEFAULT));
        var issuer = OwnIssuer.from(context, faults);
        if (issuer != null) {
            for (var key : POOL_ONLY) {
                if (!text(context, key, "").isEmpty()) {
                    faults.add(
                            key
                                    + ": needs the user pool, which a stack with the context issuer"
                                    + " does not have");
                }
            }
        } else if (callbackUrls.isEmpty()) {
            faults.add(
                    "callbackUrls: must contain at least one address, such as https://plaza.example/callback");
        }
        for (var url : callbackUrls) {
            if (stage == Stage.PROD && !isPublic(url)) {
                faults.add(
                        "callbackUrls: must use https or an app scheme, and a public host in prod, not "
                                + url);
            }
        }
        var alarmEmail = text(context, "alarmEmail", "");
        var budgetUsd =
                text(context, "budgetUsd", "").isEmpty()
                        ? 0
                        : number(context, "budgetUsd", 0, faults);
        if (budgetUsd > 0 && alarmEmail.isEmpty()) {
            faults.add("budgetUsd: needs the context alarmEmail, which receives the notifications");
        }
        var edge = flag(context, "edge", false, faults);
        var backups = flag(context, "backups", false, faults);
        var accessLogIdentity = flag(context, "accessLogIdentity", true, faults);
        var mail = MailSender.from(context, faults);
        // CloudFront takes certificates from us-east-1 only, also for Cognito's sign-in page
        var apiDomain = Domain.from("api", edge ? "us-east-1" : null, context, faults);
        var signInDomain = Domain.from("signIn", "us-east-1", context, faults);
        if (!text(context, "hostedZoneId", "").isEmpty()
                && apiDomain == null
                && signInDomain == null) {
            faults.add("hostedZoneId: needs the context apiDomain or signInDomain");
        }
        var tags = tags(text(context, "tags", ""), faults);
        var boundary = text(context, "permissionsBoundary", "");
        if (!boundary.isEmpty() && !BOUNDARY.matcher(boundary).matches()) {
            faults.add("permissionsBoundary: must be the ARN of a managed policy, not " + boundary);
        }
        var quotas =
                new Quotas(
                        number(context, "favoritesMax", Quotas.STANDARD.favoritesMax(), faults),
                        number(
                                context,
                                "importsPerDayMax",
                                Quotas.STANDARD.importsPerDayMax(),
                                faults));
        var rules = rules(text(context, "rules", SeasonRules.DEFAULT_PRESET), faults);
        var limits =
                Limits.of(limit ->
                        numberOrZero(context, limit.setting(), limit.perHourDefault(), faults));
        var maxReadUnits = numberOrZero(context, "maxReadUnits", 0, faults);
        var maxWriteUnits = numberOrZero(context, "maxWriteUnits", 0, faults);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(
                    "The CDK context is invalid: " + String.join("; ", faults));
        }
        return new StackSettings(
                stage,
                origins,
                callbackUrls,
                alarmEmail.isEmpty() ? null : alarmEmail,
                budgetUsd,
                edge,
                backups,
                accessLogIdentity,
                quotas,
                rules,
                limits,
                maxReadUnits,
                maxWriteUnits,
                issuer,
                mail,
                apiDomain,
                signInDomain,
                tags,
                boundary.isEmpty() ? null : boundary);
    }

    private static SeasonRules rules(String nameOrFile, List<String> faults) {
        try {
            return SeasonRules.load(nameOrFile);
        } catch (IllegalArgumentException invalid) {
            faults.add("rules: " + invalid.getMessage());
            return SeasonRules.load(SeasonRules.DEFAULT_PRESET);
        }
    }

    /// Reads tags such as `team=core,costCenter=42`. The limits are those of AWS (AWS General
    /// Reference, "Tagging your AWS resources").
    private static Map<String, String> tags(String text, List<String> faults) {
        var tags = new LinkedHashMap<String, String>();
        for (var tag : list(text)) {
            var parts = tag.split("=", 2);
            if (parts.length < 2 || !TAG_KEY.matcher(parts[0]).matches()) {
                faults.add("tags: must be key=value, separated by commas, not " + tag);
            } else if (!TAG_VALUE.matcher(parts[1]).matches()) {
                faults.add(
                        "tags: a value must have at most 256 characters that AWS allows: " + tag);
            } else if (OWN_TAGS.contains(parts[0])) {
                faults.add("tags: the stack sets the tag " + parts[0] + " itself");
            } else if (tags.put(parts[0], parts[1]) != null) {
                faults.add("tags: the key " + parts[0] + " occurs twice");
            }
        }
        return tags;
    }

    /// Reads a number from 1 with at most nine digits, so that it fits an int.
    private static int number(
            Function<String, @Nullable Object> context,
            String key,
            int otherwise,
            List<String> faults) {
        var text = text(context, key, Integer.toString(otherwise));
        if (!text.matches("[1-9][0-9]{0,8}")) {
            faults.add(key + ": must be a number from 1 to 999999999, not " + text);
            return otherwise;
        }
        return Integer.parseInt(text);
    }

    private static int numberOrZero(
            Function<String, @Nullable Object> context,
            String key,
            int otherwise,
            List<String> faults) {
        return text(context, key, Integer.toString(otherwise)).equals("0")
                ? 0
                : number(context, key, otherwise, faults);
    }

    private static Stage stage(String label, List<String> faults) {
        for (var stage : Stage.values()) {
            if (stage.label().equals(label)) {
                return stage;
            }
        }
        faults.add("stage: must be dev or prod, not " + label);
        return Stage.DEV;
    }

    /// Returns whether `text` is an exact origin, without wildcard or path. Only `localhost` can
    /// use http.
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

    /// Returns whether an address belongs to a public https page or an app (`plaza://callback`).
    /// Over http, others on the network could read the authorization code; at a local host, any
    /// program on the user's machine could receive it.
    private static boolean isPublic(String text) {
        try {
            var uri = URI.create(text);
            var scheme = uri.getScheme();
            var host = uri.getHost();
            return scheme != null
                    && !scheme.equalsIgnoreCase("http")
                    && host != null
                    && !LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean flag(
            Function<String, @Nullable Object> context,
            String key,
            boolean otherwise,
            List<String> faults) {
        return switch (text(context, key, Boolean.toString(otherwise))) {
            case "true" -> true;
            case "false" -> false;
            case String other -> {
                faults.add(key + ": must be true or false, not " + other);
                yield otherwise;
            }
        };
    }

    static List<String> list(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    static String text(Function<String, @Nullable Object> context, String key, String otherwise) {
        var value = context.apply(key);
        return value == null ? otherwise : value.toString().strip();
    }
}
