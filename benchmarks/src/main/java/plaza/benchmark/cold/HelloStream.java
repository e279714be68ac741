package plaza.benchmark.cold;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// A minimal Java function: a stream handler, for which the runtime parses no JSON.
public final class HelloStream implements RequestStreamHandler {
    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context)
            throws IOException {
        input.readAllBytes();
        output.write("{\"statusCode\":200}".getBytes(StandardCharsets.UTF_8));
    }
}
