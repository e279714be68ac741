package plaza.local;

/// What runs behind the table's stream on this machine, as the runner sees it.
public interface Streams extends AutoCloseable {
    /// Begins to poll.
    void start();

    /// Records and jobs that are not done yet; 0 when every function is drained.
    long behind();

    @Override
    void close();

    /// No functions behind the stream.
    static Streams none() {
        return new Streams() {
            @Override
            public void start() {}

            @Override
            public long behind() {
                return 0;
            }

            @Override
            public void close() {}
        };
    }
}
