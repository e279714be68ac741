package plaza.lambda;

import java.net.URI;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.objects.NewObject;
import plaza.objects.ObjectStore;
import plaza.objects.SignedPut;

/// The objects in a bucket in S3. A new object has a tag, by which a lifecycle rule of the bucket
/// deletes it.
///
/// Its client is created for the first request, because most invocations need none.
final class ObjectBucket implements ObjectStore {
    private final Supplier<Bucket> buckets;
    private final PutSigner signer;
    private final URI address;
    private final Clock clock;
    private @Nullable Bucket bucket;

    /// @param address the address of the distribution that serves the bucket, without a slash at
    ///   the end
    ObjectBucket(Supplier<Bucket> buckets, PutSigner signer, URI address, Clock clock) {
        this.buckets = buckets;
        this.signer = signer;
        this.address = address;
        this.clock = clock;
    }

    @Override
    public SignedPut sign(NewObject object) {
        return signer.sign(bucket().url(object.key()), object, clock);
    }

    @Override
    public byte @Nullable [] read(String key) {
        return bucket().bytes(key);
    }

    @Override
    public boolean copy(String from, String to, String contentType) {
        return bucket().copy(from, to, contentType);
    }

    @Override
    public void keep(String key) {
        bucket().removeTags(key);
    }

    @Override
    public void delete(String key) {
        bucket().delete(key);
    }

    @Override
    public URI url(String key) {
        return URI.create(address + "/" + key);
    }

    private synchronized Bucket bucket() {
        if (bucket == null) {
            bucket = buckets.get();
        }
        return bucket;
    }
}
