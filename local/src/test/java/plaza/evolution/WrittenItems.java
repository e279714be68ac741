package plaza.evolution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.Grant;
import plaza.catalogue.Limit;
import plaza.catalogue.Limits;
import plaza.functions.Catalogue;
import plaza.local.emulator.Functions;
import plaza.local.emulator.ItemJson;
import plaza.local.mapping.DynamoDbStreamSource;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.ShardPosition;
import plaza.migrate.Migrations;
import plaza.reconcile.CorruptedTable;
import plaza.reconcile.Corruption;
import plaza.table.Item;
import plaza.table.PlatformKeys;
import plaza.table.TableSchema.Index;
import plaza.testkit.ContextKits;
import plaza.testkit.SampleEvents;
import plaza.testkit.SampleTable;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Every state of every item that the functions write for the sample events and for random
/// requests: the new images in the table's stream.
final class WrittenItems {
    private static final JsonMapper JSON = new JsonMapper();
    private static final long SEED = 20_261_120;

    private WrittenItems() {}

    static List<Item> all() {
        try (var bed = new TestBed(WrittenItems::configured)) {
            var items = new SampleTable(bed);
            for (var row : Catalogue.ALL.httpFunctions()) {
                if (row.writes()) {
                    items.reset(row.context());
                    send(bed, keyed(SampleEvents.request(bed, row.name()), row), row);
                }
            }
            ContextKits.all().forEach(kit -> kit.writeRareItems(bed, items));
            bed.clear();
            var random = new SplittableRandom(SEED);
            ContextKits.all().forEach(kit -> kit.writeHistory(bed, random, true));
            bed.drain();
            var _ = new CorruptedTable(bed, random).apply(Corruption.named("JOB_STUCK"));
            var _ = bed.reconcile(Map.of("everyDays", 7));
            migrate(bed);
            return newImages(bed);
        }
    }

    /// Plans and proves a migration.
    private static void migrate(TestBed bed) {
        var gone = bed.clock().instant().minus(Duration.ofHours(1)).toString();
        var id = SampleMigration.ID;
        var _ = bed.migrate(Map.of("action", "plan", "migration", id));
        var _ = bed.migrate(Map.of("action", "prove", "migration", id, "oldWritersGoneAt", gone));
    }

    /// Counts requests, and declares a migration.
    private static Functions configured(Functions functions) {
        var configured =
                functions
                        .with(
                                Limits.class,
                                Limits.of(Catalogue.ALL.declarations().limits(), _ -> 1_000_000))
                        .with(Migrations.class, SampleMigration.DECLARED);
        for (var kit : ContextKits.all().toList()) {
            configured = kit.withLowLimits(configured);
        }
        return configured;
    }

    /// With a key, if the route stores its response under one.
    private static TestRequest keyed(TestRequest request, FunctionRow row) {
        var stored = new Grant(Action.PUT_ITEM, Index.TABLE, PlatformKeys.IDEMPOTENCY);
        return row.grants().contains(stored)
                ? request.header("idempotency-key", row.name())
                : request;
    }

    private static void send(TestBed bed, TestRequest request, FunctionRow row) {
        request.send(row.name()).orFail();
        bed.drain();
    }

    private static List<Item> newImages(TestBed bed) {
        var emulator = bed.emulator();
        var source =
                new DynamoDbStreamSource(
                        emulator.streams(), emulator.streamArn(), ExpiredItems.inMemory());
        var read = new HashMap<String, ShardPosition>();
        var images = new ArrayList<Item>();
        for (var shard : source.shards()) {
            while (true) {
                var slice = source.read(shard.id(), read.get(shard.id()));
                if (slice.records().isEmpty()) {
                    break;
                }
                read.put(shard.id(), slice.records().getLast().sequenceNumber());
                for (var change : slice.records()) {
                    var image = parse(change.json()).path("dynamodb").path("NewImage");
                    if (image.isObject()) {
                        images.add(ofPlatform(new Item(ItemJson.parse(image))));
                    }
                }
            }
        }
        return images;
    }

    /// An item of a rate limit without the counts of contexts, of which the shape of the platform's
    /// item lists none.
    private static Item ofPlatform(Item item) {
        if (!PlatformKeys.RATE_LIMIT.is(item.key())) {
            return item;
        }
        var attributes = new HashMap<>(item.attributes());
        for (var limit : Catalogue.ALL.declarations().limits()) {
            if (!limit.equals(Limit.WRITES)) {
                attributes.remove(limit.label());
            }
        }
        return new Item(attributes);
    }

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException bad) {
            throw new AssertionError(bad);
        }
    }
}
