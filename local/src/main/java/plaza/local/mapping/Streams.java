package plaza.local.mapping;

/// The functions of the table's stream on this machine, as the runner sees them.
public interface Streams extends AutoCloseable {
    /// Starts to read the stream.
    void start();

    /// Returns the number of unprocessed records, summed over the functions.
    long behind();

    /// Invokes the functions again with their discarded records.
    Redrive.Report redrive();

    @Override
    void close();

    /// Returns streams without functions.
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
