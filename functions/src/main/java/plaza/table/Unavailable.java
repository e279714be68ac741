package plaza.table;

/// Thrown when a request to the table did not succeed within the time of the invocation: because of
/// throttling, contention on one item, other writers that won every attempt of an optimistic write,
/// or a fault of the service during all retries. The write may or may not have taken effect; every
/// write of Plaza can safely be sent again.
public final class Unavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Unavailable(Throwable cause) {
        super("the table is unavailable", cause);
    }
}
