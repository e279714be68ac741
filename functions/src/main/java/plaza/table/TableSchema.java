package plaza.table;

import java.util.List;

/// The one table: its keys, indexes, time to live and stream. The stack and the local runner both
/// create it from here.
///
/// Local secondary indexes can only be declared when a table is created, so all three are here from
/// the first day, although the social context never sets their attributes.
public final class TableSchema {
    /// The partition key's attribute, a string.
    public static final String PK = "pk";

    /// The sort key's attribute, a string.
    public static final String SK = "sk";

    /// When an item ends, in epoch seconds. DynamoDB removes it up to days later, so a reader
    /// filters by it as well.
    public static final String TTL = "ttl";

    /// What the stream carries: the stream rules compare an item's state before and after.
    public static final String STREAM_VIEW = "NEW_AND_OLD_IMAGES";

    /// Every index that a Query can read, the table itself included.
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

        /// The attribute that is the partition key here.
        public String partitionKey() {
            return partitionKey;
        }

        /// The attribute that is the sort key here.
        public String sortKey() {
            return sortKey;
        }

        /// The attributes that together place an item in this index, in the order of a cursor.
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
        /// Its own partitions and capacity; eventually consistent.
        GLOBAL,
        /// The table's partitions in another order; it holds an item collection below 10 GB.
        LOCAL
    }

    private TableSchema() {}
}
