package plaza.local.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import plaza.context.Declaration;
import plaza.context.Declarations;
import plaza.local.emulator.Emulator;
import plaza.local.storage.StartupFailure;
import plaza.table.TableSchema;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/// Requires that a table has no items of contexts that the system does not contain, unless a
/// setting names these contexts.
public final class RemovedContexts {
    /// The setting.
    public static final String SETTING = "plaza.removedContexts";

    private RemovedContexts() {}

    /// Requires it of the table of a local system. It reads the whole table, unless the system has
    /// all contexts, or all others are named.
    ///
    /// @param chosen the contexts of the system
    /// @param removed the names of those that the system leaves behind
    /// @throws StartupFailure naming the contexts whose items the table has
    public static void require(Emulator emulator, Declarations chosen, List<String> removed) {
        var missing = new ArrayList<>(Declarations.named("").all());
        missing.removeIf(
                each -> chosen.names().contains(each.name()) || removed.contains(each.name()));
        if (missing.isEmpty()) {
            return;
        }
        var found = found(emulator.client(), missing);
        if (!found.isEmpty()) {
            var names = String.join(",", found);
            throw new StartupFailure(
                    "plaza.contexts lacks %s, and the data folder has items of it. To leave them there, unused, start with -D%s=%s."
                            .formatted(names.replace(",", " and "), SETTING, names));
        }
    }

    private static Set<String> found(DynamoDbClient client, List<Declaration> missing) {
        var found = new TreeSet<String>();
        var keys =
                ScanRequest.builder()
                        .tableName(Emulator.TABLE)
                        .projectionExpression("#pk")
                        .expressionAttributeNames(Map.of("#pk", TableSchema.PK))
                        .build();
        for (var item : client.scanPaginator(keys).items()) {
            var pk = Objects.requireNonNull(item.get(TableSchema.PK)).s();
            missing.stream().filter(each -> isOf(each, pk)).forEach(each -> found.add(each.name()));
            if (found.size() == missing.size()) {
                break;
            }
        }
        return found;
    }

    private static boolean isOf(Declaration context, String pk) {
        return context.families().stream()
                .anyMatch(
                        family -> family.index() == TableSchema.Index.TABLE && family.matches(pk));
    }
}
