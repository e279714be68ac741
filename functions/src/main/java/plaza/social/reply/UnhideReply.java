package plaza.social.reply;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Shows a reply again that [HideReply] hid.
public final class UnhideReply extends ApiFunction {
    public UnhideReply() {}

    public UnhideReply(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        return HideReply.change(request, table, false);
    }
}
