package plaza.local.development;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.http.Response;
import plaza.job.Job;
import plaza.local.context.ExampleRule;
import plaza.local.context.KnownIds;
import plaza.local.emulator.Emulator;
import plaza.local.emulator.ItemJson;
import plaza.local.emulator.ItemRules;
import plaza.local.gateway.ApiRequest;
import plaza.local.load.TableModel;
import plaza.local.mapping.FailureDestination;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.PlatformKeys;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;
import plaza.text.Malformed;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The routes below `/dev` that the explorer reads:
///
/// - `GET /dev/requests?after=<n>` returns the last requests after number `n`, the latest first;
///   with `before` and `limit`, a page of them; with `contains`, those whose function, method, path
///   or status contain the text; with `sort=-readUnits`, those with the largest values of a field,
///   without the minus sign those with the smallest; with `view=summary`, without their bodies and
///   their requests to DynamoDB; with `n` instead, one request
/// - `GET /dev/stream-records?after=<n>` returns the last invocations of stream functions in the
///   same way; with `request=<n>`, those that processed what this request wrote
/// - `GET /dev/costs` sums up the recorded requests by route; see [Costs]
/// - `GET /dev/ids?name=<parameter>` finds ids that exist; see [KnownIds]
/// - `GET /dev/events?after=<n>` sends summaries of both as server-sent events. The response ends
///   after the first events; a browser then asks again with the header `Last-Event-ID`, so that no
///   response is open for longer than [#WAIT_MAX]
/// - `GET /dev/items?pk=…&index=…` pages an item collection, `GET /dev/items?contains=…` finds
///   items, in upper or lower case
/// - `GET /dev/collections?index=…` counts the items of each item collection by family, and with
///   `family` pages the item collections of one
/// - `GET /dev/model` exports the table as a NoSQL Workbench model
/// - `GET /dev/jobs` lists the unfinished jobs, `GET /dev/failures` the records that were given up
public final class ExplorerRoutes {
    /// The longest wait for an event. It is shorter than the time after which the gateway closes an
    /// idle connection.
    private static final Duration WAIT_MAX = Duration.ofSeconds(15);

    /// The pause of a browser between two requests for events.
    private static final int RECONNECT_MILLIS = 50;

    private static final int PAGE_DEFAULT = 50;
    private static final int PAGE_MAX = 1_000;

    /// The item collections of each family that are listed; all are counted.
    private static final int COLLECTIONS_FIRST = 5;

    /// The item collections of a page of one family.
    private static final int COLLECTIONS_MAX = 100;

    /// The ids that a field offers.
    private static final int IDS_MAX = 50;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private final Catalogue catalogue;
    private final byte[] document;
    private final ActivityLog log;
    private final DynamoDbClient table;
    private final FailureDestination failures;
    private final Clock clock;
    private final Map<String, KnownIds> knownIds;
    private final Map<String, ExampleRule> exampleRules;

    /// @param catalogue the functions of the system
    /// @param document its OpenAPI document
    /// @param table a client without restrictions
    /// @param knownIds the ids that exist, by path parameter
    /// @param exampleRules what the examples of functions name, by the name of the function
    public ExplorerRoutes(
            Catalogue catalogue,
            byte[] document,
            ActivityLog log,
            DynamoDbClient table,
            FailureDestination failures,
            Clock clock,
            Map<String, KnownIds> knownIds,
            Map<String, ExampleRule> exampleRules) {
        this.catalogue = catalogue;
        this.document = document.clone();
        this.log = log;
        this.table = table;
        this.failures = failures;
        this.clock = clock;
        this.knownIds = Map.copyOf(knownIds);
        this.exampleRules = Map.copyOf(exampleRules);
    }

    /// Returns the response to a GET request.
    ///
    /// @param route the segment after `/dev`
    Response respond(String route, ApiRequest call) {
        var query = call.queryParameters();
        return switch (route) {
            case "requests" -> entries(ActivityLog.Kind.REQUEST, query);
            case "stream-records" -> entries(ActivityLog.Kind.INVOCATION, query);
            case "costs" -> {
                only(query);
                yield ok(Costs.of(log, catalogue));
            }
            case "ids" -> {
                only(query, "name", "of", "contains");
                yield ids(query);
            }
            case "events" -> events(call.header("last-event-id"), query);
            case "items" -> items(query);
            case "collections" -> collections(query);
            case "model" ->
                    new Response(
                            200,
                            Map.of(
                                    "content-disposition",
                                    "attachment; filename=\"plaza-model.json\""),
                            TableModel.export(TableModel.items(table), clock.instant()));
            case "jobs" -> jobs();
            case "failures" -> failures();
            default -> throw new IllegalArgumentException("not a route of the explorer: " + route);
        };
    }

    /// The [RequestFile] for the address at which the caller reached this system.
    Response requestFile(ApiRequest call) {
        only(call.queryParameters());
        return new Response(
                200,
                Map.of(
                        "content-type",
                        "text/plain;charset=utf-8",
                        "x-content-type-options",
                        "nosniff"),
                RequestFile.of(catalogue, openApi(), address(call), examples()));
    }

    /// The [Reference] for that address.
    Response reference(ApiRequest call) {
        only(call.queryParameters());
        return ok(Reference.of(catalogue, openApi(), examples(), address(call)));
    }

    private ObjectNode openApi() {
        return (ObjectNode) json(new String(document, StandardCharsets.UTF_8));
    }

    private static String address(ApiRequest call) {
        var host = call.header("host");
        return "http://" + (host == null ? "127.0.0.1:8080" : host);
    }

    private Examples examples() {
        return new Examples(TableModel.items(table), knownIds, exampleRules);
    }

    private Response entries(ActivityLog.Kind kind, Map<String, String> query) {
        only(query, "after", "before", "contains", "limit", "n", "request", "sort", "view");
        if (query.containsKey("request")) {
            return ok(caused(number("request", query, 0)));
        }
        var n = query.get("n");
        var after = n == null ? number("after", query, 0) : number("n", query, 0) - 1;
        var before = n == null ? number("before", query, Long.MAX_VALUE) : after + 2;
        var text = query.getOrDefault("contains", "").strip().toLowerCase(Locale.ROOT);
        var isSummary = "summary".equals(query.get("view"));
        var limit = limit(query, PAGE_MAX);
        var found =
                log.after(kind, after).stream()
                        .filter(entry -> entry.number() < before && entry.contains(text))
                        .collect(Collectors.toCollection(ArrayList::new));
        var sort = query.getOrDefault("sort", "");
        if (!sort.isEmpty()) {
            found.sort(order(sort));
        }
        var page = JSON.createObjectNode().put("count", found.size());
        var items = page.putArray("items");
        found.stream()
                .limit(limit)
                .forEach(entry -> items.add(isSummary ? entry.summary() : entry.json()));
        if (found.size() > limit && sort.isEmpty()) {
            page.put("nextBefore", found.get(limit - 1).number());
        }
        // a client that continues with the events after this number misses none
        page.put("last", log.last());
        return ok(page);
    }

    /// The order of a field, descending after a minus sign. Entries with the same value remain as
    /// they are.
    private static Comparator<ActivityLog.Entry> order(String sort) {
        var isDescending = sort.startsWith("-");
        var field = isDescending ? sort.substring(1) : sort;
        var order =
                switch (field) {
                    case "function", "method" ->
                            Comparator.<ActivityLog.Entry, String>comparing(
                                    entry -> entry.json().path(field).asText());
                    case "status", "ms", "readUnits", "writeUnits", "roundTrips" ->
                            Comparator.<ActivityLog.Entry>comparingDouble(
                                    entry -> entry.json().path(field).asDouble());
                    default ->
                            throw malformed(
                                    "sort", "The value of `sort` must be a field of an entry.");
                };
        return isDescending ? order.reversed() : order;
    }

    /// The invocations that processed what a request wrote: those with the first record of each
    /// item that it wrote after its start, each with only these records.
    private ObjectNode caused(long number) {
        var json = JSON.createObjectNode();
        var items = json.putArray("items");
        var left = new HashSet<String>();
        var start = Instant.MAX;
        for (var request : log.after(ActivityLog.Kind.REQUEST, number - 1)) {
            if (request.number() == number) {
                var entry = request.json();
                start =
                        Instant.parse(entry.path("at").asText())
                                .minusMillis(1 + entry.path("ms").asLong());
                for (var call : entry.path("calls")) {
                    if (call.path("writeUnits").asDouble() > 0 && !call.has("failed")) {
                        call.path("keys").forEach(key -> left.add(keyOf(key)));
                    }
                }
            }
        }
        json.put("written", left.size());
        for (var invocation : log.after(ActivityLog.Kind.INVOCATION, 0).reversed()) {
            if (Instant.parse(invocation.json().path("at").asText()).isBefore(start)) {
                continue;
            }
            var summary = invocation.summary();
            var records = summary.putArray("records");
            for (var record : invocation.json().path("records")) {
                if (left.remove(keyOf(record))) {
                    records.add(record);
                }
            }
            if (!records.isEmpty()) {
                items.add(summary);
            }
        }
        return json;
    }

    private static String keyOf(JsonNode key) {
        return key.path("pk").asText() + ' ' + key.path("sk").asText();
    }

    private Response events(@Nullable String lastId, Map<String, String> query) {
        only(query, "after");
        // a browser that was connected to an earlier run of the system has a higher number
        var after =
                Math.min(
                        log.last(),
                        lastId == null ? number("after", query, 0) : number("after", lastId));
        var text = new StringBuilder("retry: " + RECONNECT_MILLIS + "\n\n");
        try {
            for (var entry : log.awaitAfter(after, WAIT_MAX)) {
                text.append("id: ").append(entry.number());
                text.append("\nevent: ").append(entry.kind().word());
                text.append("\ndata: ").append(entry.summary()).append("\n\n");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return new Response(
                200,
                Map.of("content-type", "text/event-stream", "cache-control", "no-store"),
                text.toString());
    }

    private Response ids(Map<String, String> query) {
        var kind = knownIds.get(query.getOrDefault("name", ""));
        var page = JSON.createObjectNode().put("isCaller", kind != null && kind.isCaller());
        var items = page.putArray("items");
        if (kind != null) {
            kind.in(
                            TableModel.items(table),
                            new HashSet<>(List.of(query.getOrDefault("of", "").split(",", -1))),
                            query.getOrDefault("contains", "").toLowerCase(Locale.ROOT))
                    .limit(IDS_MAX)
                    .forEach(items::add);
        }
        return ok(page);
    }

    private Response items(Map<String, String> query) {
        only(query, "pk", "index", "contains", "cursor", "from", "limit");
        var contains = query.get("contains");
        var pk = query.get("pk");
        if (contains != null && pk == null) {
            return found(contains.toLowerCase(Locale.ROOT), query);
        }
        if (pk == null || contains != null) {
            throw malformed(
                    "query", "One of the query parameters `pk` and `contains` is required.");
        }
        if (pk.isEmpty()
                || pk.getBytes(StandardCharsets.UTF_8).length > ItemRules.PARTITION_KEY_BYTES_MAX) {
            throw malformed(
                    "pk",
                    "The value of `pk` must have 1 to "
                            + ItemRules.PARTITION_KEY_BYTES_MAX
                            + " bytes.");
        }
        return collection(pk, index(query), query);
    }

    /// The items that contain a text in lower case, from a position on.
    private Response found(String text, Map<String, String> query) {
        var from = number("from", query, 0);
        var limit = limit(query, PAGE_MAX);
        var page = JSON.createObjectNode();
        var items = page.putArray("items");
        var count = 0;
        for (var item : TableModel.items(table)) {
            if (item.entrySet().stream().anyMatch(entry -> has(entry, text))) {
                if (count >= from && items.size() < limit) {
                    items.add(ItemJson.plain(item));
                }
                count++;
            }
        }
        return ok(page.put("count", count));
    }

    private static int limit(Map<String, String> query, int standard) {
        var limit = number("limit", query, standard);
        if (limit < 1 || limit > PAGE_MAX) {
            throw malformed("limit", "The value of `limit` must be from 1 to " + PAGE_MAX + ".");
        }
        return (int) limit;
    }

    private Response collection(String pk, Index index, Map<String, String> query) {
        var limit = limit(query, PAGE_DEFAULT);
        var cursor = query.get("cursor");
        var found =
                table.query(request ->
                        request.tableName(Emulator.TABLE)
                                .indexName(index == Index.TABLE ? null : index.indexName())
                                .keyConditionExpression("#pk = :pk")
                                .expressionAttributeNames(Map.of("#pk", index.partitionKey()))
                                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(pk)))
                                .exclusiveStartKey(cursor == null ? null : position(cursor, index))
                                .limit(limit));
        var page = JSON.createObjectNode();
        var items = page.putArray("items");
        found.items().forEach(item -> items.add(ItemJson.plain(item)));
        if (found.hasLastEvaluatedKey() && !found.lastEvaluatedKey().isEmpty()) {
            page.put(
                    "nextCursor",
                    Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(
                                    ItemJson.typed(found.lastEvaluatedKey())
                                            .toString()
                                            .getBytes(StandardCharsets.UTF_8)));
        }
        return ok(page);
    }

    private static Map<String, AttributeValue> position(String cursor, Index index) {
        try {
            var position = ItemJson.parse(JSON.readTree(Base64.getUrlDecoder().decode(cursor)));
            if (position.keySet().containsAll(index.keyAttributes())
                    && position.size() == index.keyAttributes().size()) {
                return position;
            }
        } catch (IllegalArgumentException | IOException | Malformed _) {
            // reported below
        }
        throw malformed("cursor", "The value of `cursor` must be the `nextCursor` of a page.");
    }

    private static boolean has(Map.Entry<String, AttributeValue> attribute, String text) {
        return has(attribute.getKey(), text) || has(attribute.getValue(), text);
    }

    private static boolean has(String value, String text) {
        return value.toLowerCase(Locale.ROOT).contains(text);
    }

    private static boolean has(AttributeValue value, String text) {
        return switch (value.type()) {
            case S -> has(value.s(), text);
            case N -> value.n().contains(text);
            case SS -> value.ss().stream().anyMatch(each -> has(each, text));
            case NS -> value.ns().stream().anyMatch(each -> each.contains(text));
            case L -> value.l().stream().anyMatch(each -> has(each, text));
            case M -> value.m().entrySet().stream().anyMatch(each -> has(each, text));
            case BOOL -> String.valueOf(value.bool()).equals(text);
            case B, BS, NUL, UNKNOWN_TO_SDK_VERSION -> false;
        };
    }

    /// The item collections of one family.
    private static final class Counted {
        private final Map<String, Long> itemsByPk = new TreeMap<>();
        private long items;

        void add(String pk) {
            items++;
            itemsByPk.merge(pk, 1L, Long::sum);
        }
    }

    private Response collections(Map<String, String> query) {
        only(query, "index", "family", "contains", "from");
        var index = index(query);
        var wanted = query.get("family");
        var families = new LinkedHashMap<Family, Counted>();
        for (var family : catalogue.keySpace().families()) {
            if (family.index() == (index.kind() == Kind.LOCAL ? Index.TABLE : index)) {
                families.put(family, new Counted());
            }
        }
        for (var item : TableModel.items(table)) {
            var pk = item.get(index.partitionKey());
            if (pk != null && item.containsKey(index.sortKey())) {
                familyOf(pk.s(), index, families).add(pk.s());
            }
        }
        var json = JSON.createObjectNode().put("index", index.indexName());
        var list = json.putArray("families");
        families.forEach((family, counted) -> {
            // an item is in a local index only if it has its sort key
            if (wanted == null
                    ? index.kind() != Kind.LOCAL || counted.items > 0
                    : family.text().equals(wanted)) {
                write(list.addObject(), family, index, counted, query);
            }
        });
        return ok(json);
    }

    private Counted familyOf(String pk, Index index, Map<Family, Counted> families) {
        if (index.kind() != Kind.GLOBAL) {
            return found(families, catalogue.keySpace().familyOf(pk));
        }
        for (var family : families.keySet()) {
            if (family.matches(pk)) {
                return found(families, family);
            }
        }
        throw new IllegalStateException("a partition key of no family");
    }

    private static Counted found(Map<Family, Counted> families, Family family) {
        return families.computeIfAbsent(family, _ -> new Counted());
    }

    private static void write(
            ObjectNode json,
            Family family,
            Index index,
            Counted counted,
            Map<String, String> query) {
        json.put("partitionKey", family.text());
        var sortKeys = json.putArray("sortKeys");
        if (index == Index.TABLE) {
            family.kinds().forEach(kind -> sortKeys.add(kind.text()));
        } else {
            sortKeys.add(index.sortKey());
        }
        json.put("items", counted.items);
        var text = query.getOrDefault("contains", "").toLowerCase(Locale.ROOT);
        var found =
                counted.itemsByPk.entrySet().stream()
                        .filter(collection -> has(collection.getKey(), text))
                        .toList();
        json.put("collectionCount", found.size());
        var collections = json.putArray("collections");
        found.stream()
                .skip(number("from", query, 0))
                .limit(query.containsKey("family") ? COLLECTIONS_MAX : COLLECTIONS_FIRST)
                .forEach(collection ->
                        collections
                                .addObject()
                                .put("pk", collection.getKey())
                                .put("items", collection.getValue()));
    }

    private Response jobs() {
        var json = JSON.createObjectNode();
        var jobs = json.putArray("items");
        for (var attributes : TableModel.items(table)) {
            var item = new Item(attributes);
            if (catalogue.keySpace().familyOf(item.key().pk()) == PlatformKeys.JOBS) {
                var job = Job.from(item);
                var one = jobs.addObject();
                one.put("pk", item.key().pk());
                one.put("kind", item.text(Job.KIND));
                item.texts(Job.IDS).forEach(one.putArray("ids")::add);
                one.put("step", job.step());
                job.cursor().forEach(one.putArray("cursor")::add);
                one.put("deferrals", job.deferrals());
                one.put("savedAt", Job.savedAt(item).toString());
            }
        }
        return ok(json);
    }

    private Response failures() {
        var json = JSON.createObjectNode();
        var items = json.putArray("items");
        for (var key : failures.keys()) {
            var text = failures.read(key);
            if (text != null) {
                items.addObject().put("key", key).set("record", json(text));
            }
        }
        return ok(json);
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException _) {
            return JSON.getNodeFactory().textNode(text);
        }
    }

    private static Index index(Map<String, String> query) {
        var name = query.getOrDefault("index", "");
        return Arrays.stream(Index.values())
                .filter(index -> index.indexName().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        malformed("index", "The value of `index` must be the name of an index."));
    }

    private static long number(String name, Map<String, String> query, long standard) {
        var text = query.get(name);
        return text == null ? standard : number(name, text);
    }

    private static long number(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw malformed(name, "The value of `" + name + "` must be a whole number.");
        }
    }

    private static void only(Map<String, String> query, String... names) {
        for (var name : query.keySet()) {
            if (names.length == 0) {
                throw malformed("query", "The path has no query parameters.");
            }
            if (!List.of(names).contains(name)) {
                throw malformed(
                        "query",
                        "The only query parameters are `" + String.join("`, `", names) + "`.");
            }
        }
    }

    private static ProblemException malformed(String field, String detail) {
        return Problem.malformed(field, detail).exception();
    }

    private static Response ok(JsonNode json) {
        return new Response(200, Map.of("cache-control", "no-store"), json.toString());
    }
}
