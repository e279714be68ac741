package plaza.social.notice;

import java.time.Instant;
import plaza.http.Field;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;

/// Marks the notifications of the caller until a time as seen: the time of the newest one that was
/// shown. It never moves back, and never beyond now, because later ones have not been shown.
public final class MarkNotificationsSeen extends ApiFunction {
    public static final Field<Instant> AT = Field.text("at", Text.TIME);

    public MarkNotificationsSeen() {}

    public MarkNotificationsSeen(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var reader = request.owner("userId");
        var at = request.body(AT).get(AT);
        UserProblems.requireActive(table.get(SocialKeys.USER_COUNT.key(reader)));
        var now = clock.instant();
        var _ = table.write(NoticeItems.seen(reader, at.isBefore(now) ? at : now, now));
        var list = NoticeList.ofUnread(table, clock, reader);
        return Response.ok(NoticeJson.SEEN.of(new NoticeJson.Seen(list.seenAt(), list.unread())));
    }
}
