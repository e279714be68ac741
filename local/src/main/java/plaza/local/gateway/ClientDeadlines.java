package plaza.local.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.CyclicTimeout;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/// Closes connections whose client sends a header or reads a response too slowly.
///
/// Jetty's idle timeout restarts with every byte, so a client that sends a byte now and then could
/// keep a connection open indefinitely. The deadlines here do not move:
///
/// - A header must be complete within a time that starts when the connection opens or the previous
///   response ends. A client that has sent a part of it receives a 408.
/// - A response must be read within a time that starts with its first byte.
///
/// No deadline applies while a request is processed. The gateway itself limits the time of a body.
final class ClientDeadlines implements Connection.Listener {
    private final Scheduler scheduler;
    private final Duration headerMax;
    private final Duration responseMax;
    private final ByteBuffer tooSlow;
    private final Map<Connection, Client> clients = new ConcurrentHashMap<>();

    /// @param scheduler one that the server starts and stops
    ClientDeadlines(Scheduler scheduler, Duration headerMax, Duration responseMax) {
        this.scheduler = scheduler;
        this.headerMax = headerMax;
        this.responseMax = responseMax;
        this.tooSlow = tooSlow(headerMax);
    }

    private static ByteBuffer tooSlow(Duration headerMax) {
        var reply =
                Gateway.problem(
                        HttpStatus.REQUEST_TIMEOUT_408,
                        "The header must arrive within %d seconds. Send the request again."
                                .formatted(headerMax.toSeconds()));
        var response =
                """
                HTTP/1.1 408 Request Timeout\r
                content-type: %s\r
                content-length: %d\r
                connection: close\r
                \r
                %s\
                """
                        .formatted(reply.header("content-type"), reply.body().length, reply.text());
        return ByteBuffer.wrap(response.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer();
    }

    @Override
    public void onOpened(Connection connection) {
        var client = new Client(connection);
        clients.put(connection, client);
        client.responded();
    }

    @Override
    public void onClosed(Connection connection) {
        var client = clients.remove(connection);
        if (client != null) {
            client.destroy();
        }
    }

    /// Returns the client of a connection, or null if the connection is closed.
    @Nullable Client clientOrNull(Connection connection) {
        return clients.get(connection);
    }

    private enum Phase {
        HEADER,
        PROCESSING,
        RESPONSE,
        CLOSED
    }

    /// The other end of one connection.
    final class Client extends CyclicTimeout {
        private final Connection connection;
        private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.PROCESSING);
        private volatile long bytesBefore;

        private Client(Connection connection) {
            super(scheduler);
            this.connection = connection;
        }

        /// Reports that a header is complete.
        ///
        /// @return false if the connection is closed already
        boolean requested() {
            cancel();
            return phase.compareAndSet(Phase.HEADER, Phase.PROCESSING);
        }

        /// Reports that a response begins.
        void responding() {
            if (phase.compareAndSet(Phase.PROCESSING, Phase.RESPONSE)) {
                schedule(responseMax.toMillis(), TimeUnit.MILLISECONDS);
            }
        }

        /// Reports that a response has ended or the connection has opened: the deadline of the next
        /// header starts.
        void responded() {
            if (phase.get() != Phase.CLOSED) {
                bytesBefore = connection.getBytesIn();
                phase.set(Phase.HEADER);
                schedule(headerMax.toMillis(), TimeUnit.MILLISECONDS);
            }
        }

        @Override
        public void onTimeoutExpired() {
            if (phase.compareAndSet(Phase.HEADER, Phase.CLOSED)) {
                if (connection.getBytesIn() > bytesBefore) {
                    connection
                            .getEndPoint()
                            .write(Callback.from(connection::close), tooSlow.duplicate());
                } else {
                    connection.close();
                }
            } else if (phase.compareAndSet(Phase.RESPONSE, Phase.CLOSED)) {
                connection
                        .getEndPoint()
                        .close(new TimeoutException("the client reads its response too slowly"));
            }
        }
    }
}
