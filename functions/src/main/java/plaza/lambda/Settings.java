package plaza.lambda;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The settings of a function.
///
/// @param tableName `PLAZA_TABLE`
/// @param cursorKeys `PLAZA_CURSOR_KEYS`, the cursor keys themselves; for local use only
/// @param cursorSecretArn `PLAZA_CURSOR_SECRET_ARN`, the secret in Secrets Manager that contains
///   the cursor keys
/// @param containerCredentials whether credentials come from an endpoint of the container
///   (`AWS_CONTAINER_CREDENTIALS_FULL_URI`), as with SnapStart; credentials in environment
///   variables would be those of the snapshot and expire
/// @param quotas the limits per user
public record Settings(
        String tableName,
        @Nullable String cursorKeys,
        @Nullable String cursorSecretArn,
        boolean containerCredentials,
        Quotas quotas) {
    /// Reads the settings from an environment.
    ///
    /// @throws IllegalStateException naming the variable that is missing or invalid
    public static Settings from(Map<String, String> environment) {
        var table = environment.get("PLAZA_TABLE");
        if (table == null || table.isEmpty()) {
            throw new IllegalStateException("the environment variable PLAZA_TABLE is not set");
        }
        return new Settings(
                table,
                environment.get("PLAZA_CURSOR_KEYS"),
                environment.get("PLAZA_CURSOR_SECRET_ARN"),
                environment.containsKey("AWS_CONTAINER_CREDENTIALS_FULL_URI"),
                Quotas.from(environment));
    }
}
