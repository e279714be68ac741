package plaza.client;

/// An image that the store does not take; the message says why.
public final class UploadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param status that of the last response, 0 if the network failed
    UploadException(int status) {
        super(
                status == 0
                        ? "The image was not sent: the network failed."
                        : "The store rejected the image (" + status + ").");
    }
}
