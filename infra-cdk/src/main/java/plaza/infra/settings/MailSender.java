package plaza.infra.settings;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.cognito.CfnUserPool;
import software.amazon.awscdk.services.cognito.CfnUserPool.EmailConfigurationProperty;

/// The sender of the user pool's mails, an identity in Amazon SES. Without it, Cognito's own sender
/// is used, which sends 50 mails a day: users beyond these cannot confirm their address or reset
/// their password. `prod` therefore needs a sender, or the word [#COGNITO].
///
/// @param from context `mailFrom`: the address of the sender, or [#COGNITO]
/// @param identity context `mailIdentity`: the verified identity in SES of the stack's region; by
///   default the domain of the address
public record MailSender(String from, String identity) {
    private static final Pattern ADDRESS =
            Pattern.compile("[A-Za-z0-9._%+-]+@([A-Za-z0-9-]+\\.)+[A-Za-z]{2,}");

    /// The value of `mailFrom` that selects Cognito's own sender on purpose.
    private static final String COGNITO = "cognito";

    /// Reads the sender from the CDK context; null for Cognito's own.
    ///
    /// @param required whether the stage needs a decision about the sender
    static @Nullable MailSender from(Context context, boolean required) {
        var from = context.text("mailFrom");
        var identity = context.text("mailIdentity");
        if (from.isEmpty() && required) {
            context.reject(
                    "mailFrom",
                    "prod needs an address of Amazon SES that sends the mails of the user pool, or"
                            + " the word cognito for Cognito's own sender, which sends 50 mails a day");
        }
        if (from.isEmpty() || from.equals(COGNITO)) {
            if (!identity.isEmpty()) {
                context.reject("mailIdentity", "needs the context mailFrom");
            }
            return null;
        }
        if (!ADDRESS.matcher(from).matches()) {
            context.reject(
                    "mailFrom", "must be an address such as no-reply@plaza.example, not " + from);
        }
        var domain = from.substring(from.indexOf('@') + 1);
        if (!identity.isEmpty() && !identity.equals(from) && !isWithin(domain, identity)) {
            context.reject("mailIdentity", "must be the address in mailFrom or its domain");
        }
        return new MailSender(from, identity.isEmpty() ? domain : identity);
    }

    /// Whether `domain` is `parent` or one of its subdomains, for which SES accepts its identity.
    private static boolean isWithin(String domain, String parent) {
        return domain.equals(parent) || domain.endsWith('.' + parent);
    }

    /// Makes Cognito send the mails of `pool` from this address. Cognito receives the permission to
    /// do so by a service-linked role.
    public void sendFor(CfnUserPool pool) {
        pool.setEmailConfiguration(
                EmailConfigurationProperty.builder()
                        .emailSendingAccount("DEVELOPER")
                        .from(from)
                        .sourceArn(
                                "arn:"
                                        + Aws.PARTITION
                                        + ":ses:"
                                        + Aws.REGION
                                        + ":"
                                        + Aws.ACCOUNT_ID
                                        + ":identity/"
                                        + identity)
                        .build());
    }
}
