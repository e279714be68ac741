package plaza.local.gateway;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.thread.Scheduler;

/// The connections on which the header of a request, or of a further one, is not complete.
///
/// Jetty closes a connection without a byte for some time. Here, a connection has that time for the
/// whole header, and if there are too many, the one that has waited longest is closed. Clients that
/// send their headers slowly therefore do not keep others from being served.
final class WaitingConnections implements Connection.Listener {
    private final Scheduler scheduler;
    private final Duration timeMax;
    private final int countMax;

    /// The timeouts by connection, the oldest first.
    private final Map<EndPoint, Scheduler.Task> timeouts = new LinkedHashMap<>();

    WaitingConnections(Scheduler scheduler, Duration timeMax, int countMax) {
        this.scheduler = scheduler;
        this.timeMax = timeMax;
        this.countMax = countMax;
    }

    @Override
    public void onOpened(Connection connection) {
        begin(connection.getEndPoint());
    }

    @Override
    public void onClosed(Connection connection) {
        end(connection.getEndPoint());
    }

    /// A connection waits for the header of a request.
    void begin(EndPoint connection) {
        EndPoint oldest = null;
        synchronized (timeouts) {
            timeouts.put(
                    connection,
                    scheduler.schedule(
                            () -> close(connection), timeMax.toMillis(), TimeUnit.MILLISECONDS));
            if (timeouts.size() > countMax) {
                oldest = timeouts.keySet().iterator().next();
            }
        }
        if (oldest != null) {
            close(oldest);
        }
        if (!connection.isOpen()) {
            end(connection);
        }
    }

    /// The header of a request is complete, or the connection is closed.
    void end(EndPoint connection) {
        synchronized (timeouts) {
            var timeout = timeouts.remove(connection);
            if (timeout != null) {
                timeout.cancel();
            }
        }
    }

    private void close(EndPoint connection) {
        end(connection);
        connection.close();
    }
}
