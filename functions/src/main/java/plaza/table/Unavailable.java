package plaza.table;

/// A request to the table did not succeed in the time that an invocation can wait: throttling,
/// contention on one item, other writers who came first at every attempt of an optimistic write, or
/// a fault of the service that outlasted every retry. The write may or may not have taken effect;
/// every write of Plaza may be sent again.
public final class Unavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Unavailable(Throwable cause) {
        super("the table is unavailable", cause);
    }
}
