package plaza.local.load;

import static plaza.table.Condition.absent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;
import plaza.functions.ItemReaders;
import plaza.http.Problem;
import plaza.local.emulator.Emulator;
import plaza.local.emulator.ItemJson;
import plaza.local.emulator.ItemRules;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;
import plaza.table.Write;
import plaza.text.Malformed;
import plaza.text.WebUrl;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// This table as a NoSQL Workbench model: its keys, its indexes and all its items with their types.
///
/// Unlike other models, which a context translates, such a model is a complete copy. Importing it
/// into an empty table results in the same items.
public final class TableModel {
    private static final JsonMapper JSON = new JsonMapper();

    private static final String VERSION = "3.0";

    private TableModel() {}

    /// Returns all items of the table.
    public static List<Map<String, AttributeValue>> items(DynamoDbClient client) {
        var items = new ArrayList<Map<String, AttributeValue>>();
        client.scanPaginator(scan -> scan.tableName(Emulator.TABLE).consistentRead(true))
                .items()
                .forEach(items::add);
        return items;
    }

    /// Returns the text of a model with these items, in the order of their keys.
    public static String export(Collection<Map<String, AttributeValue>> items, Instant now) {
        var model = JSON.createObjectNode();
        model.put("ModelName", Emulator.TABLE);
        model.putObject("ModelMetadata")
                .put("Author", "Plaza")
                .put("DateCreated", now.toString())
                .put("DateLastModified", now.toString())
                .put("Description", "All items of a table of Plaza.")
                .put("AWSService", "Amazon DynamoDB")
                .put("Version", VERSION);
        var table = model.putArray("DataModel").addObject();
        table.put("TableName", Emulator.TABLE);
        keys(table, Index.TABLE);
        table.set("NonKeyAttributes", attributes(items));
        table.putArray("TableFacets");
        var globals = table.putArray("GlobalSecondaryIndexes");
        var locals = table.putArray("LocalSecondaryIndexes");
        for (var index : Index.values()) {
            if (index.kind() != Kind.TABLE) {
                var one = (index.kind() == Kind.GLOBAL ? globals : locals).addObject();
                one.put("IndexName", index.indexName());
                keys(one, index);
                one.putObject("Projection").put("ProjectionType", "ALL");
            }
        }
        table.putObject("DataAccess").putObject("MySql");
        table.put("BillingMode", "PAY_PER_REQUEST");
        var rows = table.putArray("TableData");
        items.stream()
                .sorted(
                        Comparator.comparing((Map<String, AttributeValue> item) ->
                                        key(item, TableSchema.PK))
                                .thenComparing(item -> key(item, TableSchema.SK)))
                .forEach(item -> rows.add(ItemJson.typed(item)));
        return model.toString();
    }

    private static String key(Map<String, AttributeValue> item, String name) {
        var value = item.get(name);
        return value == null ? "" : value.s();
    }

    private static void keys(ObjectNode into, Index index) {
        var keys = into.putObject("KeyAttributes");
        keys.putObject("PartitionKey")
                .put("AttributeName", index.partitionKey())
                .put("AttributeType", "S");
        keys.putObject("SortKey").put("AttributeName", index.sortKey()).put("AttributeType", "S");
    }

    private static ArrayNode attributes(Collection<Map<String, AttributeValue>> items) {
        var types = new TreeMap<String, String>();
        for (var item : items) {
            item.forEach((name, value) -> types.putIfAbsent(name, value.type().toString()));
        }
        types.remove(TableSchema.PK);
        types.remove(TableSchema.SK);
        var attributes = JSON.createArrayNode();
        types.forEach((name, type) ->
                attributes.addObject().put("AttributeName", name).put("AttributeType", type));
        return attributes;
    }

    /// Whether a model is a copy of this table.
    static boolean isCopy(JsonNode model) {
        var table = model.path("DataModel").path(0);
        var keys = table.path("KeyAttributes");
        return model.path("DataModel").size() == 1
                && table.path("TableName").asText().equals(Emulator.TABLE)
                && keys.path("PartitionKey").path("AttributeName").asText().equals(TableSchema.PK)
                && keys.path("SortKey").path("AttributeName").asText().equals(TableSchema.SK);
    }

    /// Reads the items of a copy. Ledger rows come first and jobs last: a stream function that sees
    /// a like of the copy finds that it was counted, and a job finds the items that it works on.
    ///
    /// @param catalogue that of the system
    /// @param urlAttributes the attributes that are URLs
    static List<Item> read(JsonNode model, Catalogue catalogue, Set<String> urlAttributes) {
        var readers = new ItemReaders(catalogue);
        var items = new ArrayList<Item>();
        var rows = model.path("DataModel").path(0).path("TableData");
        for (var number = 0; number < rows.size(); number++) {
            var place = "DataModel[0].TableData[" + number + "]";
            try {
                var item = new Item(Map.copyOf(ItemJson.parse(rows.get(number))));
                ItemRules.check(item.attributes());
                var _ = order(item, catalogue);
                requireReadable(item, readers, urlAttributes);
                items.add(item);
            } catch (Malformed malformed) {
                throw Problem.malformed(place, malformed.rule()).exception();
            } catch (IllegalArgumentException _) {
                throw Problem.malformed(place, "must have a key of this table").exception();
            }
        }
        items.sort(Comparator.comparingInt(item -> order(item, catalogue)));
        return items;
    }

    /// Rejects an item that the functions of the API could not read, or whose URLs they would
    /// return although no route accepts them.
    private static void requireReadable(Item item, ItemReaders readers, Set<String> urlAttributes) {
        for (var name : urlAttributes) {
            var url = item.attributes().get(name);
            if (url != null) {
                requireUrl(name, url.s());
            }
        }
        try {
            readers.read(item);
        } catch (IllegalStateException
                | IllegalArgumentException
                | NoSuchElementException
                | IndexOutOfBoundsException
                | ArithmeticException unreadable) {
            throw new Malformed("must have the attributes of its kind: " + unreadable.getMessage());
        }
    }

    private static void requireUrl(String name, @Nullable String url) {
        try {
            if (url == null) {
                throw new Malformed("must be a text");
            }
            var _ = WebUrl.parse(url);
        } catch (Malformed malformed) {
            throw new Malformed(
                    "has the attribute `%s`, which %s".formatted(name, malformed.rule()));
        }
    }

    private static int order(Item item, Catalogue catalogue) {
        var family = catalogue.keySpace().familyOf(item.key().pk());
        if (catalogue.declarations().countedEdges().all().stream()
                .anyMatch(edge -> edge.ledger() == family)) {
            return 0;
        }
        return family == PlatformKeys.JOBS ? 2 : 1;
    }

    /// Writes an item unless one with its key exists.
    ///
    /// @return whether it was written
    static boolean write(Table table, Item item) {
        return table.write(Write.Put.of(item).onlyIf(absent())) instanceof Outcome.Done;
    }
}
