package plaza.lambda;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import plaza.id.UserId;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/// The logins in a Cognito user pool. A user id is the `sub` of the user, which these requests take
/// as the name
/// (<https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminDeleteUser.html>).
final class UserPool {
    private static final String SERVICE = "AWSCognitoIdentityProviderService.";

    /// How Cognito names, in the body of a response with status 400, that there is no such user.
    private static final String NO_USER = "UserNotFoundException";

    private final SignedRequests requests;
    private final URI endpoint;
    private final String pool;

    UserPool(SignedRequests requests, URI endpoint, String pool) {
        this.requests = requests;
        this.endpoint = endpoint;
        this.pool = pool;
    }

    /// Ends the sessions of a user and deletes their login. Repeating it changes nothing.
    ///
    /// A sign-out first: it ends the refresh tokens also if the deletion fails.
    void delete(UserId user) {
        send("AdminUserGlobalSignOut", user);
        send("AdminDeleteUser", user);
    }

    private void send(String action, UserId user) {
        var body =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("UserPoolId", pool)
                        .put("Username", user.value())
                        .toString();
        var request =
                SdkHttpRequest.builder()
                        .method(SdkHttpMethod.POST)
                        .uri(endpoint)
                        .encodedPath("/")
                        .putHeader("Content-Type", "application/x-amz-json-1.1")
                        .putHeader("X-Amz-Target", SERVICE + action);
        try {
            var response = requests.send(request, body);
            if (!response.head().isSuccessful() && !response.body().contains(NO_USER)) {
                throw new IllegalStateException(
                        "%s returned status %d".formatted(action, response.head().statusCode()));
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
