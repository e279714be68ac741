package plaza.local.storage;

/// A reason why Plaza cannot start, such as an invalid setting or a corrupted file.
///
/// The message has one or two sentences for the person who starts Plaza. It names the setting or
/// the file, and what to do.
public final class StartupFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StartupFailure(String message) {
        super(message, null, false, false);
    }
}
