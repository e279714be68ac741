package plaza.local.storage;

/// Something that keeps Plaza from starting, such as a setting or a damaged file.
///
/// The message is one sentence or two for the person who started it: what is wrong, with the
/// setting or the file, and what to do.
public final class StartupFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StartupFailure(String message) {
        super(message, null, false, false);
    }
}
