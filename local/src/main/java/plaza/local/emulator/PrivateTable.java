package plaza.local.emulator;

import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Rejects requests to DynamoDB Local that do not come from a program of this machine.
///
/// A web page that calls a foreign address sends `Origin`, and a page whose name was rebound to
/// this machine (DNS rebinding) sends its own name as `Host`. No AWS client does either.
final class PrivateTable extends Handler.Wrapper {
    /// The names of this machine, and the one under which Docker's containers reach it.
    private static final Pattern HOST =
            Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1]|host\\.docker\\.internal)(:\\d+)?");

    PrivateTable(Handler table) {
        super(table);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (isAllowed(request)) {
            return super.handle(request, response, callback);
        }
        response.setStatus(HttpStatus.FORBIDDEN_403);
        callback.succeeded();
        return true;
    }

    private boolean isAllowed(Request request) {
        var headers = request.getHeaders();
        var host = headers.get(HttpHeader.HOST);
        return host != null && HOST.matcher(host).matches() && !headers.contains(HttpHeader.ORIGIN);
    }
}
