package plaza.objects;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/// The store of a system without one: nothing can be stored, and nothing exists.
public final class UnusedObjects implements ObjectStore {
    @Override
    public SignedPut sign(NewObject object) {
        throw new IllegalStateException("the system has no store of objects");
    }

    @Override
    public byte @Nullable [] read(String key) {
        return null;
    }

    @Override
    public boolean copy(String from, String to, String contentType) {
        return false;
    }

    @Override
    public void keep(String key) {}

    @Override
    public void delete(String key) {}

    @Override
    public URI url(String key) {
        throw new IllegalStateException("the system has no store of objects");
    }
}
