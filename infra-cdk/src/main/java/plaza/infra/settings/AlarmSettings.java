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
/// @param quietMinutesMax context `quietMinutesMax`: how many minutes can pass without a request;
///   0, the default of `dev`, means any number
/// @param exist context `alarms`: whether the stack has alarms; by default if they have a receiver,
///   because each metric of an alarm costs $0.10 a month
public record AlarmSettings(
        @Nullable String email,
        @Nullable String topicArn,
        int budgetUsd,
        int quietMinutesMax,
        boolean exist) {
    /// CloudWatch evaluates at most a day of periods that are shorter than an hour
    /// (<https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html>).
    private static final int QUIET_MINUTES_MAX = 1_440;

    private static final int QUIET_MINUTES_PROD = 60;

    private static final int MINUTES_OF_A_PERIOD = 5;

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
        var budgetUsd = context.numberOrZero("budgetUsd", 0);
        if (budgetUsd > 0 && email == null) {
            context.reject(
                    "budgetUsd", "needs the context alarmEmail, which receives the notifications");
        }
        var quiet =
                context.numberOrZero(
                        "quietMinutesMax", stage == Stage.PROD ? QUIET_MINUTES_PROD : 0);
        if (quiet % MINUTES_OF_A_PERIOD != 0 || quiet > QUIET_MINUTES_MAX) {
            context.reject(
                    "quietMinutesMax",
                    "must be a multiple of 5 up to 1440, or 0 for no alarm, not " + quiet);
        }
        return new AlarmSettings(
                email,
                topicArn,
                budgetUsd,
                quiet,
                context.flag("alarms", email != null || topicArn != null));
    }
}
