package plaza.local.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import plaza.functions.Catalogue;
import plaza.http.ProblemException;
import plaza.local.context.LocalParts;
import plaza.local.context.ModelReport;
import plaza.local.context.ModelReport.Counts;
import plaza.local.context.ModelSchema;
import plaza.table.Table;

/// Loads a NoSQL Workbench model file: one with a [ModelSchema] of a context, or a copy of this
/// table ([TableModel]), whose items are written as they are.
///
/// The whole file is read and checked before anything is written. Items that exist already are kept
/// unchanged, so that a second import of the same file changes nothing and does not undo later
/// changes.
///
/// The stream functions do not process the items of a model with another schema. A copy is written
/// while the functions run, because they continue its jobs.
public final class ModelImport {
    /// The items of a copy, which are of all kinds.
    private static final String ITEMS = "other";

    /// Rejects what JSON parsers commonly accept: a key twice, and text after the value.
    static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private final Table table;
    private final Clock clock;
    private final Catalogue catalogue;
    private final LocalParts parts;
    private final Consumer<Runnable> placing;

    /// @param catalogue that of the system
    /// @param parts those of the contexts of the system
    /// @param placing performs writes so that no stream function processes their records, as
    ///   `TableStreams.place` does
    public ModelImport(
            Table table,
            Clock clock,
            Catalogue catalogue,
            LocalParts parts,
            Consumer<Runnable> placing) {
        this.table = table;
        this.clock = clock;
        this.catalogue = catalogue;
        this.parts = parts;
        this.placing = placing;
    }

    /// Loads a file.
    ///
    /// @throws ProblemException status 400, with the path of the first error in the file; nothing
    ///   is written then
    public ModelReport load(byte[] file) {
        var root = tree(file);
        if (TableModel.isCopy(root)) {
            return copy(root);
        }
        var plan = plan(root);
        placing.accept(() -> plan.write(table));
        return plan.report();
    }

    private static JsonNode tree(byte[] file) {
        try {
            var root = JSON.readTree(file);
            if (root == null || !root.isObject()) {
                throw ModelSchema.notAModel("file", "must be a JSON object");
            }
            return root;
        } catch (JsonProcessingException bad) {
            var place = bad.getLocation();
            throw ModelSchema.notAModel(
                    place == null
                            ? "file"
                            : "line " + place.getLineNr() + ", column " + place.getColumnNr(),
                    "must be JSON");
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private ModelSchema.Plan plan(JsonNode root) {
        var schemas = parts.modelSchemas();
        for (var schema : schemas) {
            var plan = schema.readOrNull(root, clock.instant());
            if (plan != null) {
                return plan;
            }
        }
        var keys = schemas.stream().map(ModelSchema::keys).collect(Collectors.joining(" or "));
        throw ModelSchema.notAModel(
                "DataModel",
                "must have a table with "
                        + (keys.isEmpty() ? "the keys of a table of Plaza" : keys));
    }

    private ModelReport copy(JsonNode root) {
        var items = TableModel.read(root, catalogue, parts.urlAttributes());
        if (items.size() > ModelSchema.ROWS_MAX) {
            throw ModelSchema.tooManyRows("DataModel[0]");
        }
        var written = (int) items.stream().filter(item -> TableModel.write(table, item)).count();
        return new ModelReport(
                root.path("ModelName").asText(""),
                Map.of(ITEMS, new Counts(items.size(), 0, 0, written, items.size() - written)),
                List.of());
    }
}
