package plaza.local.mapping;

/// What runs behind the table's stream on this machine, as the runner sees it.
public interface Streams extends AutoCloseable {
    /// Begins to poll.
    void start();

    /// Records and jobs that are not done yet; 0 when every function is drained.
    long behind();

    /// Puts the records that were given up through their functions once more: for `POST
    /// /dev/redrive`.
    Redrive.Report redrive();

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
            public Redrive.Report redrive() {
                return Redrive.Report.NOTHING;
            }

            @Override
            public void close() {}
        };
    }
}
