package plaza.infra.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of the user pool, which exists unless [OwnIssuer] replaces it.
///
/// @param callbackUrls context `callbackUrls`: the addresses to which Cognito redirects users after
///   they sign in, separated by commas; `prod` has no default
/// @param mail contexts `mailFrom` and `mailIdentity`: the sender of the user pool's mails
/// @param domain contexts `signInDomain` and `signInCertificate`
public record UserPoolSettings(
        List<String> callbackUrls, @Nullable MailSender mail, @Nullable Domain domain) {
    /// The default callback of `dev`: a page on the developer's machine.
    private static final String CALLBACK_DEFAULT = "http://localhost:8080/callback";

    private static final List<String> KEYS =
            List.of(
                    "callbackUrls",
                    "mailFrom",
                    "mailIdentity",
                    "signInDomain",
                    "signInCertificate");

    public UserPoolSettings {
        callbackUrls = List.copyOf(callbackUrls);
    }

    /// @param exists whether the stack has a user pool
    static UserPoolSettings from(Context context, Stage stage, boolean exists) {
        var callbackUrls =
                context.list("callbackUrls", stage == Stage.PROD ? "" : CALLBACK_DEFAULT);
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
        for (var url : callbackUrls) {
            if (stage == Stage.PROD && !PublicAddress.is(url)) {
                context.reject(
                        "callbackUrls",
                        "must use https or an app scheme, and a public host in prod, not " + url);
            }
        }
        // the sign-in page is behind CloudFront, which takes certificates from us-east-1 only
        return new UserPoolSettings(
                callbackUrls,
                MailSender.from(context),
                Domain.from("signIn", "us-east-1", context));
    }
}
