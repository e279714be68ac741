package plaza.infra.settings;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.cognito.CfnUserPool;
import software.amazon.awscdk.services.cognito.CfnUserPool.EmailConfigurationProperty;

/// The sender of the user pool's mails, an identity in Amazon SES. Without it, Cognito's own sender
/// is used, which sends 50 mails a day.
///
/// @param from context `mailFrom`: the address of the sender
/// @param identity context `mailIdentity`: the verified identity in SES of the stack's region; by
///   default the domain of the address
public record MailSender(String from, String identity) {
    private static final Pattern ADDRESS =
            Pattern.compile("[A-Za-z0-9._%+-]+@([A-Za-z0-9-]+\\.)+[A-Za-z]{2,}");

    /// Reads the sender from the CDK context; null without `mailFrom`.
    static @Nullable MailSender from(Context context) {
        var from = context.text("mailFrom");
        var identity = context.text("mailIdentity");
        if (from.isEmpty()) {
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
