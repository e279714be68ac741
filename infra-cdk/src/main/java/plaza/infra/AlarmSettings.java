package plaza.infra;

import org.jspecify.annotations.Nullable;

/// The settings of the alarms.
///
/// @param email context `alarmEmail`: the address that receives alarms; without it, the topic has
///   no subscription
/// @param budgetUsd context `budgetUsd`: the monthly budget of the stack in US dollars, about which
///   `alarmEmail` is notified; 0, the default, means no budget
record AlarmSettings(@Nullable String email, int budgetUsd) {
    static AlarmSettings from(Context context) {
        var email = context.textOrNull("alarmEmail");
        var budgetUsd = context.has("budgetUsd") ? context.number("budgetUsd", 0) : 0;
        if (budgetUsd > 0 && email == null) {
            context.reject(
                    "budgetUsd", "needs the context alarmEmail, which receives the notifications");
        }
        return new AlarmSettings(email, budgetUsd);
    }
}
