package plaza.local.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteJob;
import com.almworks.sqlite4java.SQLiteQueue;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CallersQueueTest {
    private final SQLiteQueue opened = new SQLiteQueue();
    private CallersQueue queue;

    @BeforeEach
    void open() {
        // loads the library of SQLite
        Emulator.inMemory().close();
        queue = new CallersQueue(opened.start());
        var _ = queue.execute(statement("CREATE TABLE counted (value INTEGER)"));
    }

    @AfterEach
    void stop() throws InterruptedException {
        queue.stop(true);
        opened.join();
    }

    @Test
    void aJobHasEndedInTheThreadOfTheCallerWhenExecuteReturns() {
        var job = queue.execute(statement("INSERT INTO counted VALUES (1)"));

        assertThat(job.isDone()).isTrue();
        assertThat(job.complete()).isEqualTo(Thread.currentThread());
    }

    @Test
    void jobsOfSeveralThreadsRunOneAtATime() {
        var inserts =
                IntStream.range(0, 8)
                        .mapToObj(_ -> CompletableFuture.runAsync(this::insertHundred))
                        .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(inserts).join();

        assertThat(count()).isEqualTo(800);
    }

    @Test
    void aStoppedQueueClosesItsConnectionAndCancelsJobs() throws InterruptedException {
        queue.stop(true);
        opened.join();

        assertThat(opened.isStopped()).isTrue();
        assertThat(queue.execute(statement("SELECT 1")).isCancelled()).isTrue();
    }

    private void insertHundred() {
        for (var i = 0; i < 100; i++) {
            var _ = queue.execute(statement("INSERT INTO counted VALUES (1)"));
        }
    }

    private int count() {
        return queue.execute(
                        new SQLiteJob<Integer>() {
                            @Override
                            protected Integer job(SQLiteConnection connection) throws Exception {
                                var count = connection.prepare("SELECT count(*) FROM counted");
                                try {
                                    count.step();
                                    return count.columnInt(0);
                                } finally {
                                    count.dispose();
                                }
                            }
                        })
                .complete();
    }

    /// Runs a statement, and returns the thread that ran it.
    private static SQLiteJob<Thread> statement(String sql) {
        return new SQLiteJob<>() {
            @Override
            protected Thread job(SQLiteConnection connection) throws Exception {
                connection.exec(sql);
                return Thread.currentThread();
            }
        };
    }
}
