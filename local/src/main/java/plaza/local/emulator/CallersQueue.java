package plaza.local.emulator;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteJob;
import com.almworks.sqlite4java.SQLiteQueue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A queue that runs each job of SQLite in the thread that passes it, one at a time.
///
/// DynamoDB Local (version 3.3.1) passes all statements to one thread and waits for each of them,
/// except for the COMMIT of a transaction: a process that is killed within milliseconds of a
/// response can lose the writes that the response acknowledged. Here, a job has ended when
/// `execute` returns. Without two switches of threads for each statement, tests take a fifth less
/// processor time.
final class CallersQueue extends SQLiteQueue {
    /// The only thread that may use a connection.
    private static final VarHandle CONFINEMENT =
            field(SQLiteConnection.class, "myConfinement", Thread.class);

    private static final VarHandle CONNECTION =
            field(SQLiteQueue.class, "myConnection", SQLiteConnection.class);

    private final SQLiteQueue opened;
    private final Thread owner;
    private final SQLiteConnection connection;
    private final ReentrantLock turn = new ReentrantLock();
    private boolean isStopped;

    /// Takes over the connection of a queue. The queue's own thread only closes it.
    CallersQueue(SQLiteQueue opened) {
        super(opened.getDatabaseFile());
        this.opened = opened;
        var taken = opened.execute(new Connection()).complete();
        if (taken == null) {
            throw new IllegalStateException("SQLite has no connection");
        }
        owner = taken.owner();
        connection = taken.connection();
        CONNECTION.set(this, connection);
    }

    @Override
    public <T extends @Nullable Object, J extends SQLiteJob<T>> J execute(J job) {
        turn.lock();
        try {
            if (isStopped) {
                job.cancel(true);
            } else {
                CONFINEMENT.setVolatile(connection, Thread.currentThread());
                executeJob(job);
            }
            return job;
        } catch (Throwable fault) {
            throw new IllegalStateException("SQLite cannot run a job", fault);
        } finally {
            turn.unlock();
        }
    }

    @Override
    public SQLiteQueue stop(boolean isGraceful) {
        turn.lock();
        try {
            isStopped = true;
            CONFINEMENT.setVolatile(connection, owner);
            opened.stop(isGraceful);
            return this;
        } finally {
            turn.unlock();
        }
    }

    private static VarHandle field(Class<?> type, String name, Class<?> of) {
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findVarHandle(type, name, of);
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException("sqlite4java has other fields", fault);
        }
    }

    private record Taken(Thread owner, SQLiteConnection connection) {}

    /// Returns the connection of the queue that runs it.
    private static final class Connection extends SQLiteJob<Taken> {
        @Override
        protected Taken job(SQLiteConnection connection) {
            return new Taken(Thread.currentThread(), connection);
        }
    }
}
