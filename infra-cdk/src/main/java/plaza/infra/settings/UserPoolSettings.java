package plaza.infra.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of the user pool, which exists unless [OwnIssuer] replaces it.
///
/// @param callbackUrls context `callbackUrls`: the addresses to which Cognito redirects users after
///   they sign in, separated by commas; `prod` has no default
/// @param logoutUrls context `logoutUrls`: the addresses to which Cognito redirects users after
///   they sign out, separated by commas; by default the callback URLs
/// @param mail contexts `mailFrom` and `mailIdentity`: the sender of the user pool's mails; null
///   for Cognito's own
/// @param number context `userPoolNumber`: 1, or the next number after the pool was lost, which
///   creates a pool for the users of its export
/// @param domain contexts `signInDomain` and `signInCertificate`
public record UserPoolSettings(
        List<String> callbackUrls,
        List<String> logoutUrls,
        @Nullable MailSender mail,
        int number,
        @Nullable Domain domain) {
    /// The default callback of `dev`: a page on the developer's machine.
    private static final String CALLBACK_DEFAULT = "http://localhost:8080/callback";

    private static final List<String> KEYS =
            List.of(
                    "callbackUrls",
                    "logoutUrls",
                    "mailFrom",
                    "mailIdentity",
                    "userPoolNumber",
                    "signInDomain",
                    "signInCertificate");

    public UserPoolSettings {
        callbackUrls = List.copyOf(callbackUrls);
        logoutUrls = List.copyOf(logoutUrls);
    }

    /// @param exists whether the stack has a user pool
    static UserPoolSettings from(Context context, Stage stage, boolean exists) {
        var callbackUrls =
                context.list("callbackUrls", stage == Stage.PROD ? "" : CALLBACK_DEFAULT);
        var logoutUrls = context.list("logoutUrls", String.join(",", callbackUrls));
        if (!exists) {
            for (var key : KEYS) {
                if (context.has(key)) {
                    context.reject(
                            key,
                            "needs the user pool, which a stack with the context issuer does not have");
                }
            }
        } else if (callbackUrls.isEmpty()) {
            context.reject(
                    "callbackUrls",
                    "must contain at least one address, such as https://plaza.example/callback");
        }
        requirePublic("callbackUrls", callbackUrls, context, stage);
        if (context.has("logoutUrls")) {
            requirePublic("logoutUrls", logoutUrls, context, stage);
        }
        // the sign-in page is behind CloudFront, which takes certificates from us-east-1 only
        return new UserPoolSettings(
                callbackUrls,
                logoutUrls,
                MailSender.from(context, exists && stage == Stage.PROD),
                context.number("userPoolNumber", 1),
                Domain.from("signIn", "us-east-1", context));
    }

    private static void requirePublic(String key, List<String> urls, Context context, Stage stage) {
        for (var url : urls) {
            if (stage == Stage.PROD && !PublicAddress.is(url)) {
                context.reject(
                        key,
                        "must use https or an app scheme, and a public host in prod, not " + url);
            }
        }
    }
}
