package plaza.local.emulator;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.dynamodb.services.local.shared.access.TableInfo;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteDBAccess;

/// The SQLite database of DynamoDB Local, with the properties of its tables in memory.
///
/// Before each request, DynamoDB Local (version 3.3.1) queries the keys and indexes of the table
/// and its stream. That took more than a quarter of the processor time of its SQLite thread. A
/// table that does not exist is not remembered, so only a change or a deletion needs to be noticed.
final class RememberedTables extends SQLiteDBAccess {
    /// The name by which [DatabaseRequestHandler] finds a database that is shared by all
    /// credentials, and the name of its file.
    static final String NAME = "shared-local-instance";

    private final Map<String, TableInfo> tables = new ConcurrentHashMap<>();

    /// @param folder the folder of the database, or null to keep data in memory
    RememberedTables(@Nullable Path folder) {
        super(folder == null ? null : folder.resolve(NAME + ".db").toFile());
        queue = new CallersQueue(queue);
    }

    @Override
    public @Nullable TableInfo getTableInfo(String table) {
        return tables.computeIfAbsent(table, super::getTableInfo);
    }

    @Override
    public void updateTable(
            String table,
            ProvisionedThroughput throughput,
            OnDemandThroughput onDemand,
            BillingMode billing,
            long at,
            List<AttributeDefinition> attributes,
            List<GlobalSecondaryIndexDescription> globals,
            Boolean isProtected,
            StreamSpecification stream) {
        super.updateTable(
                table, throughput, onDemand, billing, at, attributes, globals, isProtected, stream);
        tables.clear();
    }

    @Override
    public void updateTable(String table, String expiryAttribute) {
        super.updateTable(table, expiryAttribute);
        tables.clear();
    }

    @Override
    public void deleteTable(String table) {
        super.deleteTable(table);
        tables.clear();
    }

    @Override
    public void deleteGSI(String table, String index) {
        super.deleteGSI(table, index);
        tables.clear();
    }
}
