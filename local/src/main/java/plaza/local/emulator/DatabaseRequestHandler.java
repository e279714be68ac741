package plaza.local.emulator;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.dynamodb.services.exceptions.AWSExceptionFactory;
import software.amazon.dynamodb.services.exceptions.DynamoDBLocalServiceException;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.shared.access.AmazonDynamoDBLocal;
import software.amazon.dynamodb.services.local.shared.access.LocalDBClient;
import software.amazon.dynamodb.services.local.shared.access.LocalDBInputConverter;
import software.amazon.dynamodb.services.local.shared.access.LocalDBOutputConverter;
import software.amazon.dynamodb.services.local.shared.access.api.dp.TransactWriteItemsFunction;
import software.amazon.dynamodb.services.local.shared.dataaccess.LocalDocumentFactory;
import software.amazon.dynamodb.services.local.shared.env.LocalDBEnv;
import software.amazon.dynamodb.services.local.shared.jobs.JobsRegister;

/// DynamoDB Local on a database of [RememberedTables].
///
/// For each transaction, DynamoDB Local (version 3.3.1) creates the function that performs it, and
/// twice every exception that may occur, with its stack trace. Here, one function, which has no
/// state, performs all transactions.
class DatabaseRequestHandler extends LocalDynamoDBRequestHandler {
    /// The longest name of a key attribute, in bytes, as DynamoDB Local sets it.
    private static final int KEY_NAME_BYTES_MAX = 65_536;

    private final TransactWriteItemsFunction transactions;

    /// @param folder the folder of the database, or null to keep data in memory
    DatabaseRequestHandler(@Nullable Path folder) throws DynamoDBLocalServiceException {
        super(0, folder == null, folder == null ? null : folder.toString(), true, false);
        var database = new RememberedTables(folder);
        use(database);
        var exceptions = new AWSExceptionFactory();
        var environment = new LocalDBEnv();
        var documents = new LocalDocumentFactory();
        transactions =
                new TransactWriteItemsFunction(
                        database,
                        new LocalDBInputConverter(
                                environment, exceptions, documents, KEY_NAME_BYTES_MAX),
                        new LocalDBOutputConverter(),
                        exceptions,
                        environment,
                        documents);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(
            String accessKey, String region, TransactWriteItemsRequest request) {
        return transactions.apply(request);
    }

    /// Makes this handler, which has no database yet, use this one.
    private void use(RememberedTables database) {
        // as the handler itself does it for the first request
        var jobs = new JobsRegister(Executors.newFixedThreadPool(10), false);
        try {
            var field = LocalDynamoDBRequestHandler.class.getDeclaredField("dbRequestHandlers");
            field.setAccessible(true);
            @SuppressWarnings("unchecked")
            var databases = (Map<String, AmazonDynamoDBLocal>) field.get(this);
            databases.put(RememberedTables.NAME, new LocalDBClient(database, jobs));
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException("DynamoDB Local has other databases", fault);
        }
    }
}
