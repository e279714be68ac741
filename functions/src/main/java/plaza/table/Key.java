package plaza.table;

import plaza.text.Sha256;

/// The primary key of one item.
///
/// @param pk the partition key's value
/// @param sk the sort key's value
public record Key(String pk, String sk) {
    /// A short digest, by which log lines name an item. Keys can contain text of a caller, such as
    /// the name of a tag, which no line may contain.
    public String fingerprint() {
        return Sha256.fingerprint(pk + "\n" + sk);
    }
}
