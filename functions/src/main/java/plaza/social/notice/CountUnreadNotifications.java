package plaza.social.notice;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Counts the notifications that the caller has not seen. It counts exactly those that the list
/// shows as unread.
public final class CountUnreadNotifications extends ApiFunction {
    public CountUnreadNotifications() {}

    public CountUnreadNotifications(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var reader = request.owner("userId");
        request.requireKnownParameters();
        return Response.ok(NoticeJson.UNREAD.of(NoticeList.unread(table, clock, reader)));
    }
}
