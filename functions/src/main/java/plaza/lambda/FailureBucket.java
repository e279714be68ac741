package plaza.lambda;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The failure bucket in S3. For its keys, the order of the UTF-8 bytes is that of the characters.
record FailureBucket(Bucket bucket) implements FailureStore {
    @Override
    public List<String> keysAfter(String key) {
        return bucket.list(PREFIX, key).stream().map(Bucket.Entry::key).toList();
    }

    @Override
    public @Nullable String read(String key) {
        return bucket.read(key);
    }

    @Override
    public void delete(String key) {
        bucket.delete(key);
    }
}
