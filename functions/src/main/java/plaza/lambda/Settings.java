package plaza.lambda;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.evolution.MigrationSettings;
import plaza.http.Cursors.Keyring;
import plaza.http.RateLimit;
import plaza.text.Malformed;

/// The settings of a function that the platform reads. A context reads its own from
/// [Deployment#environment].
///
/// @param tableName `PLAZA_TABLE`
/// @param cursorKeys `PLAZA_CURSOR_KEYS`, the keys of page cursors; null for a function without
///   pages
/// @param containerCredentials whether credentials come from an endpoint of the container
///   (`AWS_CONTAINER_CREDENTIALS_FULL_URI`), as with SnapStart; credentials in environment
///   variables would be those of the snapshot and expire
/// @param failureBucket `PLAZA_FAILURES`, the name of the failure bucket; empty if there is none,
///   as on a laptop; null for a function that does not read it
/// @param erasedIds `PLAZA_ERASED_IDS`, the name of the bucket with the ids of users who have left;
///   null or empty if there is none
/// @param erasedIdsKey `PLAZA_ERASED_IDS_KEY`, with which these ids are hashed
/// @param objects `PLAZA_OBJECTS`, the name of the bucket of the objects that users store; null or
///   empty if there is none
/// @param objectsUrl `PLAZA_OBJECTS_URL`, the address below which these objects are served
/// @param userPool `PLAZA_USER_POOL`, the id of the user pool of the stack, for the function that
///   deletes logins; null or empty if another issuer has them
/// @param cognitoEndpoint `AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER`, replaces the endpoint of
///   Cognito as in the SDK; null for the endpoint of the region
/// @param s3Endpoint `AWS_ENDPOINT_URL_S3`, replaces the endpoint of S3 as in the SDK; null for the
///   endpoint of the region
/// @param lambdaEndpoint `AWS_ENDPOINT_URL_LAMBDA`, the same for Lambda
/// @param rateLimit `PLAZA_RATE_LIMIT`, how many requests each caller can send to this function
/// @param migrations `PLAZA_HELD_MIGRATIONS` and `PLAZA_PROVED_MIGRATIONS`, how far migrations are
/// @param contexts `PLAZA_CONTEXTS`, the names of the classes of contexts that the function loads,
///   separated by commas; null for a function that loads none
public record Settings(
        String tableName,
        @Nullable Keyring cursorKeys,
        boolean containerCredentials,
        @Nullable String failureBucket,
        @Nullable String erasedIds,
        @Nullable String erasedIdsKey,
        @Nullable String objects,
        @Nullable String objectsUrl,
        @Nullable String userPool,
        @Nullable String cognitoEndpoint,
        @Nullable String s3Endpoint,
        @Nullable String lambdaEndpoint,
        @Nullable RateLimit rateLimit,
        MigrationSettings migrations,
        @Nullable List<String> contexts) {
    /// The environment variable of [#tableName].
    public static final String TABLE = "PLAZA_TABLE";

    /// The environment variable of [#cursorKeys].
    public static final String CURSOR_KEYS = "PLAZA_CURSOR_KEYS";

    /// The environment variable of [#failureBucket].
    public static final String FAILURES = "PLAZA_FAILURES";

    /// The environment variable of [#erasedIds].
    public static final String ERASED_IDS = "PLAZA_ERASED_IDS";

    /// The environment variable of [#erasedIdsKey].
    public static final String ERASED_IDS_KEY = "PLAZA_ERASED_IDS_KEY";

    /// The environment variable of [#objects].
    public static final String OBJECTS = "PLAZA_OBJECTS";

    /// The environment variable of [#objectsUrl].
    public static final String OBJECTS_URL = "PLAZA_OBJECTS_URL";

    /// The environment variable of [#userPool].
    public static final String USER_POOL = "PLAZA_USER_POOL";

    /// The environment variable of [#contexts].
    public static final String CONTEXTS = "PLAZA_CONTEXTS";

    /// Reads the settings from an environment.
    ///
    /// @throws IllegalStateException naming the variable that is missing or invalid
    public static Settings from(Map<String, String> environment) {
        var table = environment.get(TABLE);
        if (table == null || table.isEmpty()) {
            throw new IllegalStateException("the environment variable " + TABLE + " is not set");
        }
        var limit = environment.get(RateLimit.VARIABLE);
        return new Settings(
                table,
                cursorKeys(environment.get(CURSOR_KEYS)),
                environment.containsKey("AWS_CONTAINER_CREDENTIALS_FULL_URI"),
                environment.get(FAILURES),
                environment.get(ERASED_IDS),
                environment.get(ERASED_IDS_KEY),
                environment.get(OBJECTS),
                environment.get(OBJECTS_URL),
                environment.get(USER_POOL),
                environment.get("AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"),
                environment.get("AWS_ENDPOINT_URL_S3"),
                environment.get("AWS_ENDPOINT_URL_LAMBDA"),
                limit == null || limit.isEmpty() ? null : RateLimit.parse(limit),
                MigrationSettings.from(environment),
                contexts(environment.get(CONTEXTS)));
    }

    private static @Nullable List<String> contexts(@Nullable String text) {
        if (text == null) {
            return null;
        }
        return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
    }

    /// The message repeats nothing of the text, and there is no cause, because both are logged.
    private static @Nullable Keyring cursorKeys(@Nullable String text) {
        try {
            return text == null ? null : Keyring.parse(text);
        } catch (Malformed _) {
            throw new IllegalStateException(
                    "the environment variable " + CURSOR_KEYS + " must be base64,base64,…");
        }
    }
}
