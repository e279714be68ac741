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
import plaza.catalogue.FunctionRow;
import plaza.catalogue.Limits;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.standings.Rankings;
import plaza.functions.Catalogue;
import plaza.job.Jobs;
import plaza.local.emulator.Functions;
import plaza.local.emulator.ItemJson;
import plaza.local.mapping.DynamoDbStreamSource;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.ShardPosition;
import plaza.migrate.Migrations;
import plaza.reconcile.FantasyFixture;
import plaza.reconcile.FavoritesFixture;
import plaza.reconcile.SocialTraffic;
import plaza.table.Item;
import plaza.testkit.SampleEvents;
import plaza.testkit.SampleTable;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Every state of every item that the functions write for the sample events and for random
/// requests: the new images in the table's stream.
final class WrittenItems {
    private static final JsonMapper JSON = new JsonMapper();
    private static final long SEED = 20_261_120;
    private static final int SOCIAL_REQUESTS = 100;
    private static final int READERS = 6;
    private static final int GAMERS = 5;

    private WrittenItems() {}

    static List<Item> all() {
        try (var bed = new TestBed(WrittenItems::configured)) {
            var items = new SampleTable(bed);
            for (var row : Catalogue.ALL.httpFunctions()) {
                if (row.writes()) {
                    items.reset(row.context());
                    send(bed, SampleEvents.request(bed, row.name()), row);
                }
            }
            sendMore(bed, items);
            bed.clear();
            var random = new SplittableRandom(SEED);
            new SocialTraffic(bed, random).send(SOCIAL_REQUESTS);
            new FavoritesFixture(bed, random).create(READERS);
            new FantasyFixture(bed, random).play(GAMERS);
            new Jobs(bed.table(), bed.clock())
                    .startOrRestart(new FantasyWork.RankLeague(LeagueId.of("pub")));
            bed.drain();
            var _ = bed.reconcile(Map.of("scheduled", true));
            migrate(bed);
            return newImages(bed);
        }
    }

    /// Plans and proves a migration.
    private static void migrate(TestBed bed) {
        var gone = bed.clock().instant().minus(Duration.ofHours(1)).toString();
        var id = PostLanguages.MIGRATION.id();
        var _ = bed.migrate(Map.of("action", "plan", "migration", id));
        var _ = bed.migrate(Map.of("action", "prove", "migration", id, "oldWritersGoneAt", gone));
    }

    /// Counts requests, divides small leagues, and declares a migration.
    private static Functions configured(Functions functions) {
        return functions
                .with(Limits.class, Limits.of(_ -> 1_000_000))
                .with(Migrations.class, PostLanguages.DECLARED)
                .with(Rankings.Limits.class, new Rankings.Limits(2, 1_000));
    }

    private static void send(TestBed bed, TestRequest request, FunctionRow row) {
        request.send(row.name()).orFail();
        bed.drain();
    }

    /// A bulk change of favorites that exist, and an import with a folder and a key.
    private static void sendMore(TestBed bed, SampleTable items) {
        items.reset("favorites");
        var change = TestBed.row("ChangeFavorites");
        send(bed, SampleEvents.request(bed, change.name()).query("type", "link"), change);
        var upload = TestBed.row("ImportBookmarks");
        var file =
                """
                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                <DL><DT><H3>Sea</H3><DL><DT><A HREF="https://example.com/sea">Sea</A></DL></DL>
                """;
        var withKey = SampleEvents.request(bed, upload.name()).header("idempotency-key", "sea");
        send(bed, withKey.body(file), upload);
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
                        images.add(new Item(ItemJson.parse(image)));
                    }
                }
            }
        }
        return images;
    }

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException bad) {
            throw new AssertionError(bad);
        }
    }
}
