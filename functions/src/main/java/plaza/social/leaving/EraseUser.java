package plaza.social.leaving;

import plaza.http.Field;
import plaza.http.Idempotency;
import plaza.http.Ids;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Erases a user ([ErasureStart]). A repeated call changes nothing.
///
/// From then on the user is hidden like a suspended one, and cannot write. The item of their counts
/// stays as a tombstone, so that what arrives late finds it.
public final class EraseUser extends ApiFunction {
    /// Repeats the id of the path, so that a wrong path erases no user.
    public static final Field<UserId> USER_ID = Field.text("userId", Ids.USER);

    private final ErasureStart start;

    public EraseUser() {
        this(Services.deployed());
    }

    public EraseUser(Services services) {
        super(services);
        start = new ErasureStart(table, clock);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.ownerOrAdmin("userId");
        var body = request.body(USER_ID);
        if (!body.get(USER_ID).equals(user)) {
            throw Problem.malformed(USER_ID.name(), "Repeat the user id of the path.").exception();
        }
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        var earlier = idempotency.storedOrNull(table);
        if (earlier != null) {
            return earlier;
        }
        var erasure = start.begin(user).erasure();
        return idempotency.remember(table, Response.accepted(ErasureJson.BEGUN.of(erasure)));
    }
}
