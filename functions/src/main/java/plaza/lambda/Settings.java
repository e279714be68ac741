package plaza.lambda;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A function's settings, from its environment variables.
///
/// @param tableName `PLAZA_TABLE`
/// @param cursorKeys `PLAZA_CURSOR_KEYS`, the keys themselves: for a laptop, never in the cloud
/// @param cursorSecretArn `PLAZA_CURSOR_SECRET_ARN`, the secret in Secrets Manager that holds them
public record Settings(
        String tableName, @Nullable String cursorKeys, @Nullable String cursorSecretArn) {
    /// The settings in an environment.
    ///
    /// @throws IllegalStateException naming the variable that is missing
    public static Settings from(Map<String, String> environment) {
        var table = environment.get("PLAZA_TABLE");
        if (table == null || table.isEmpty()) {
            throw new IllegalStateException("the environment variable PLAZA_TABLE is not set");
        }
        return new Settings(
                table,
                environment.get("PLAZA_CURSOR_KEYS"),
                environment.get("PLAZA_CURSOR_SECRET_ARN"));
    }
}
