package plaza.lambda;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A function's settings, from its environment variables.
///
/// @param tableName `PLAZA_TABLE`
/// @param cursorKeys `PLAZA_CURSOR_KEYS`, the keys themselves: for a laptop, never in the cloud
/// @param cursorSecretArn `PLAZA_CURSOR_SECRET_ARN`, the secret in Secrets Manager that holds them
/// @param containerCredentials whether credentials come from an endpoint of the container
///   (`AWS_CONTAINER_CREDENTIALS_FULL_URI`), as Lambda has it under SnapStart, and not from the
///   environment, where they would be those of the snapshot and expire
/// @param quotas how much one user may have and do, see [Quotas]
public record Settings(
        String tableName,
        @Nullable String cursorKeys,
        @Nullable String cursorSecretArn,
        boolean containerCredentials,
        Quotas quotas) {
    /// The settings in an environment.
    ///
    /// @throws IllegalStateException naming the variable that is missing or wrong
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
