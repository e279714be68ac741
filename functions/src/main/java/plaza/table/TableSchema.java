package plaza.table;

import java.util.List;

/// The schema of the table: its keys, indexes, time to live and stream. The stack and the local
/// runner both create the table from it.
///
/// Local secondary indexes can be declared only when a table is created. All three therefore exist
/// from the start, although the social context never sets their attributes.
public final class TableSchema {
    /// The partition key's attribute, a string.
    public static final String PK = "pk";

    /// The sort key's attribute, a string.
    public static final String SK = "sk";

    /// The time at which an item expires, in epoch seconds. DynamoDB deletes it up to days later,
    /// so that readers must also filter by it.
    public static final String TTL = "ttl";

    /// The version of an item's shape, a number. An item without it has version 1.
    public static final String VERSION = "v";

    /// The content of stream records: the stream rules compare an item before and after a change.
    public static final String STREAM_VIEW = "NEW_AND_OLD_IMAGES";

    /// The indexes that a Query can read, including the table itself.
    public enum Index {
        TABLE(Kind.TABLE, "", PK, SK),
        GSI_ONE(Kind.GLOBAL, "gsiOne", "gsiOnePk", "gsiOneSk"),
        GSI_TWO(Kind.GLOBAL, "gsiTwo", "gsiTwoPk", "gsiTwoSk"),
        LSI_ONE(Kind.LOCAL, "lsiOne", PK, "lsiOneSk"),
        LSI_TWO(Kind.LOCAL, "lsiTwo", PK, "lsiTwoSk"),
        LSI_THREE(Kind.LOCAL, "lsiThree", PK, "lsiThreeSk");

        private final Kind kind;
        private final String indexName;
        private final String partitionKey;
        private final String sortKey;

        Index(Kind kind, String indexName, String partitionKey, String sortKey) {
            this.kind = kind;
            this.indexName = indexName;
            this.partitionKey = partitionKey;
            this.sortKey = sortKey;
        }

        public Kind kind() {
            return kind;
        }

        /// The index's name in DynamoDB; empty for the table itself.
        public String indexName() {
            return indexName;
        }

        /// The attribute that is the partition key of this index.
        public String partitionKey() {
            return partitionKey;
        }

        /// The attribute that is the sort key of this index.
        public String sortKey() {
            return sortKey;
        }

        /// The attributes that determine the position of an item in this index, in the order of a
        /// cursor.
        public List<String> keyAttributes() {
            return switch (kind) {
                case TABLE -> List.of(PK, SK);
                case LOCAL -> List.of(PK, SK, sortKey);
                case GLOBAL -> List.of(PK, SK, partitionKey, sortKey);
            };
        }
    }

    /// How an index relates to the table.
    public enum Kind {
        /// The table itself.
        TABLE,
        /// An index with its own partitions and capacity; eventually consistent.
        GLOBAL,
        /// An index of the table's partitions in another order; it limits an item collection to 10
        /// GB.
        LOCAL
    }

    private TableSchema() {}
}
