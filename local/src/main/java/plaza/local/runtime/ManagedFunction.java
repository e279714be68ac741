package plaza.local.runtime;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/// A stream handler in this process, called through the managed runtime's own serialization.
///
/// An invocation that exceeds its time limit counts as failed but continues, at the same time as
/// its retry. Lambda would stop it, but it may have written before that; the functions must
/// tolerate both.
public final class ManagedFunction implements LambdaFunction {
    private static final Logger LOG = System.getLogger(ManagedFunction.class.getName());

    private final String name;
    private final RequestHandler<DynamodbEvent, StreamsEventResponse> handler;
    private final Duration timeout;
    private final PojoSerializer<DynamodbEvent> events;
    private final PojoSerializer<StreamsEventResponse> responses =
            JacksonFactory.getInstance().getSerializer(StreamsEventResponse.class);
    private final AtomicInteger overdue = new AtomicInteger();

    /// @param timeout the time limit of an invocation; 1 s to 15 min in Lambda
    public ManagedFunction(
            String name,
            RequestHandler<DynamodbEvent, StreamsEventResponse> handler,
            Duration timeout) {
        this.name = name;
        this.handler = handler;
        this.timeout = timeout;
        this.events =
                LambdaEventSerializers.serializerFor(
                        DynamodbEvent.class, handler.getClass().getClassLoader());
    }

    @Override
    public InvocationResult invoke(byte[] event) {
        var id = UUID.randomUUID().toString();
        var task = new FutureTask<byte[]>(() -> handle(event, id));
        var late = new Late();
        Thread.ofVirtual()
                .name(name)
                .start(() -> {
                    task.run();
                    late.end();
                });
        try {
            return new InvocationResult.Returned(
                    task.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException fault) {
            LOG.log(Level.WARNING, "a stream function failed: " + name, fault.getCause());
            return new InvocationResult.Failed(String.valueOf(fault.getCause()));
        } catch (TimeoutException _) {
            late.begin();
            LOG.log(Level.WARNING, "a stream function timed out: " + name);
            return new InvocationResult.Failed(
                    "Task timed out after " + timeout.toSeconds() + " seconds");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new InvocationResult.Failed("the local runner is stopping");
        }
    }

    @Override
    public int overdue() {
        return overdue.get();
    }

    private byte[] handle(byte[] event, String id) {
        var context = new LocalContext(name, id, System.nanoTime() + timeout.toNanos());
        var response =
                handler.handleRequest(events.fromJson(new ByteArrayInputStream(event)), context);
        var payload = new ByteArrayOutputStream();
        responses.toJson(response, payload);
        return payload.toByteArray();
    }

    /// Counts an invocation as overdue between its timeout and its end. The two threads may report
    /// these in either order.
    private final class Late {
        private boolean begun;
        private boolean ended;

        synchronized void begin() {
            if (!ended) {
                begun = true;
                overdue.incrementAndGet();
            }
        }

        synchronized void end() {
            ended = true;
            if (begun) {
                overdue.decrementAndGet();
            }
        }
    }
}
