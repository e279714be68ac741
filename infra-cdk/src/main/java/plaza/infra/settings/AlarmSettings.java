package plaza.infra.settings;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The settings of the alarms. `prod` needs a receiver: `alarmEmail` or `alarmTopicArn`.
///
/// @param email context `alarmEmail`: an address that is subscribed to the topic of the alarms
/// @param topicArn context `alarmTopicArn`: a topic of your own, in place of the one that the stack
///   creates
/// @param budgetUsd context `budgetUsd`: the monthly budget of the stack in US dollars, about which
///   `alarmEmail` is notified; 0, the default, means no budget
public record AlarmSettings(@Nullable String email, @Nullable String topicArn, int budgetUsd) {
    private static final Pattern TOPIC =
            Pattern.compile("arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}");

    static AlarmSettings from(Context context, Stage stage) {
        var email = context.textOrNull("alarmEmail");
        var topicArn = context.textOrNull("alarmTopicArn");
        if (topicArn != null && !TOPIC.matcher(topicArn).matches()) {
            context.reject(
                    "alarmTopicArn", "must be the ARN of a standard SNS topic, not " + topicArn);
        }
        if (stage == Stage.PROD && email == null && topicArn == null) {
            context.reject(
                    "alarmEmail",
                    "prod needs an address that receives the alarms, or the context alarmTopicArn"
                            + " with a topic of your own");
        }
        var budgetUsd = context.has("budgetUsd") ? context.number("budgetUsd", 0) : 0;
        if (budgetUsd > 0 && email == null) {
            context.reject(
                    "budgetUsd", "needs the context alarmEmail, which receives the notifications");
        }
        return new AlarmSettings(email, topicArn, budgetUsd);
    }
}
