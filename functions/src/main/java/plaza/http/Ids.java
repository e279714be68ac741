package plaza.http;

import plaza.http.Schema.Text;
import plaza.id.UserId;

/// The JSON form of each id.
public final class Ids {
    public static final Text<UserId> USER = Text.id(UserId::parse, UserId::value, "alice");

    private Ids() {}
}
