package plaza.local.emulator;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteDBAccess;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteDBAccessJob;
import software.amazon.dynamodb.services.local.shared.access.sqlite.TableSchemaInfo;
import software.amazon.dynamodb.services.local.shared.mapper.DynamoDbObjectMapper;

/// Parses the description of a table once.
///
/// DynamoDB Local (version 3.3.1) keeps the description, with all indexes, as JSON in a row of
/// SQLite. Each request reads and parses it several times, which took more than a third of the
/// processor time of all requests.
final class TableDescriptions extends JsonDeserializer<TableSchemaInfo> {
    private static final ObjectMapper PARSER = new DynamoDbObjectMapper();

    private static final List<Field> FIELDS = fields();

    private static final Map<String, TableSchemaInfo> PARSED = new ConcurrentHashMap<>();

    private TableDescriptions() {}

    /// Makes DynamoDB Local use this class.
    static void install() {
        try {
            for (var reader : List.of(SQLiteDBAccess.class, SQLiteDBAccessJob.class)) {
                var field = reader.getDeclaredField("MAPPER");
                field.setAccessible(true);
                ((ObjectMapper) field.get(null))
                        .registerModule(
                                new SimpleModule("plaza")
                                        .addDeserializer(
                                                TableSchemaInfo.class, new TableDescriptions()));
            }
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException("DynamoDB Local has another mapper", fault);
        }
    }

    @Override
    public TableSchemaInfo deserialize(JsonParser parser, DeserializationContext context)
            throws IOException {
        var json = new ByteArrayOutputStream();
        // the parser has read the brace that begins the object
        json.write('{');
        parser.releaseBuffered(json);
        var text = json.toString(StandardCharsets.UTF_8);
        var parsed = PARSED.get(text);
        if (parsed == null) {
            parsed = PARSER.readValue(text, TableSchemaInfo.class);
            PARSED.put(text, parsed);
        }
        return copy(parsed);
    }

    private static List<Field> fields() {
        var fields = List.of(TableSchemaInfo.class.getDeclaredFields());
        fields.forEach(field -> field.setAccessible(true));
        return fields;
    }

    /// DynamoDB Local changes a description when it updates a table.
    private static TableSchemaInfo copy(TableSchemaInfo parsed) {
        var copy = new TableSchemaInfo();
        try {
            for (var field : FIELDS) {
                var value = field.get(parsed);
                field.set(
                        copy,
                        switch (value) {
                            case List<?> list -> new ArrayList<>(list);
                            case Map<?, ?> map -> new HashMap<>(map);
                            case null, default -> value;
                        });
            }
        } catch (IllegalAccessException fault) {
            throw new IllegalStateException("a description cannot be copied", fault);
        }
        return copy;
    }
}
