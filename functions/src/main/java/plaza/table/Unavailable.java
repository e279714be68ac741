package plaza.table;

/// DynamoDB did not answer for longer than an invocation can wait: throttling, contention on one
/// item, or a fault of the service that outlasted every retry. The write may or may not have taken
/// place; every write of Plaza may be sent again.
public final class Unavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Unavailable(Throwable cause) {
        super("the table is unavailable", cause);
    }
}
