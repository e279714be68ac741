package plaza.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The ids of users whose user pool was lost and restored from its export.
///
/// A pool gives each user a new `sub`, and no import can set it. The restored users have their old
/// one as the name of their account, which is the claim `username` of an access token
/// (<https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html>).
/// Users who sign up in the restored pool choose a name, but the pool rejects names of that form,
/// so that no user can take the id of another one. Their subject is their `sub`, as in every pool.
public final class RestoredPool {
    /// The stage variable of the API that is `true` for a restored pool. API Gateway passes it with
    /// each event, so that a caller cannot change it.
    public static final String STAGE_VARIABLE = "restoredPool";

    /// The form of a `sub`, with lowercase letters as Cognito writes them. The pool rejects it in
    /// any case, because its names have none.
    public static final String SUB = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private static final Pattern FORM = Pattern.compile(SUB);

    private static final String USERNAME = "username";

    private RestoredPool() {}

    /// The claim that is the subject of a caller.
    ///
    /// @param username the claim `username`
    static String subjectClaim(APIGatewayV2HTTPEvent event, @Nullable String username) {
        var variables = event.getStageVariables();
        var restored = variables != null && "true".equals(variables.get(STAGE_VARIABLE));
        return restored && username != null && FORM.matcher(username).matches() ? USERNAME : "sub";
    }
}
