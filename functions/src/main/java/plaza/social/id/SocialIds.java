package plaza.social.id;

import plaza.http.Schema.Text;

/// The JSON form of each id of this context.
public final class SocialIds {
    public static final Text<PostId> POST =
            Text.id(PostId::parse, PostId::value, "01K9QZV5W0H2J4M6P8R0T2V4X6");
    public static final Text<SessionId> SESSION =
            Text.id(SessionId::parse, SessionId::value, "session-1");
    public static final Text<ReportId> REPORT =
            Text.id(ReportId::parse, ReportId::value, "01K9QZV5W0H2J4M6P8R0T2V4X6");

    private SocialIds() {}
}
