package plaza.text;

/// A 64-bit hash whose values can be added up to a hash of a set.
public final class Hash {
    private Hash() {}

    /// Computes FNV-1a over the characters, followed by the finalizer of MurmurHash3, so that sums
    /// of hashes do not cancel.
    public static long of(String text) {
        var hash = 0xcbf29ce484222325L;
        for (var index = 0; index < text.length(); index++) {
            hash = (hash ^ text.charAt(index)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }
}
