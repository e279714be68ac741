package plaza.lambda;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The invocation records of the stream functions that Lambda gave up: the failure bucket, or a
/// folder of the local runner.
///
/// Lambda stores each as an object that contains the whole event under `payload`
/// (<https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html>). It is therefore
/// complete when the stream has deleted its records after 24 hours.
public interface FailureStore {
    /// The prefix of the keys, before the id of the mapping.
    String PREFIX = "aws/lambda/";

    /// No store, as for a function that `sam local` runs on the table of a laptop: Lambda gives up
    /// no records there.
    FailureStore NONE =
            new FailureStore() {
                @Override
                public List<String> keysAfter(String key) {
                    return List.of();
                }

                @Override
                public @Nullable String read(String key) {
                    return null;
                }

                @Override
                public void delete(String key) {}
            };

    /// Returns keys that are greater than `key`, in their order, without gaps. The list is empty
    /// only if there are none. Keys of one shard of one mapping are in the order of time.
    ///
    /// @param key a key, or the empty string for the first keys of all
    List<String> keysAfter(String key);

    /// Returns the object with this key, or null if it was deleted.
    @Nullable String read(String key);

    /// Deletes an object if it exists.
    void delete(String key);
}
