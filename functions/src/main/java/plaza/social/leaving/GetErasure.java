package plaza.social.leaving;

import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.leaving.CopyRetention;
import plaza.leaving.Erasure;

/// Returns how far the erasure of a user is, to the user and to administrators.
public final class GetErasure extends ApiFunction {
    private final CopyRetention copies;

    public GetErasure() {
        this(Services.deployed(), CopyRetention.from(Deployment.environment()));
    }

    public GetErasure(Services services, CopyRetention copies) {
        super(services);
        this.copies = copies;
    }

    @Override
    protected Response handle(Request request) {
        var user = request.ownerOrAdmin("userId");
        var item = table.getConsistent(Erasure.key(user));
        if (item == null || item.expired(clock.instant())) {
            throw Problem.notFound("userId", "There is no erasure of this user.").exception();
        }
        return Response.one(
                ErasureJson.ERASURE.of(new ErasureJson.Known(Erasure.of(item), copies)));
    }
}
