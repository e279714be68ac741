package plaza.local.development;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.units.Prices;

/// What the recorded requests would cost on AWS: their request units and the price of those, by
/// route, and how many of them cost what a documented case costs.
///
/// The invocations of stream functions have no units, because [Recorder#meter] does not measure
/// them; they are counted with their requests to DynamoDB.
final class Costs {
    private static final JsonMapper JSON = new JsonMapper();

    private Costs() {}

    /// The requests of one route.
    private static final class Sum {
        private long calls;
        private long asDocumented;
        private double readUnits;
        private double writeUnits;

        void add(JsonNode entry) {
            calls++;
            asDocumented += entry.has("documented") ? 1 : 0;
            readUnits += entry.path("readUnits").asDouble();
            writeUnits += entry.path("writeUnits").asDouble();
        }
    }

    /// Returns the costs of all entries of a log.
    static ObjectNode of(ActivityLog log, Catalogue catalogue) {
        var byFunction = new TreeMap<String, Sum>();
        var total = new Sum();
        for (var entry : log.after(ActivityLog.Kind.REQUEST, 0)) {
            var function = entry.json().path("function").asText();
            if (!function.isEmpty()) {
                byFunction.computeIfAbsent(function, _ -> new Sum()).add(entry.json());
                total.add(entry.json());
            }
        }
        var json = JSON.createObjectNode();
        json.putObject("prices")
                .put("millionReadUnits", Prices.MILLION_READ_UNITS)
                .put("millionWriteUnits", Prices.MILLION_WRITE_UNITS);
        write(json.putObject("total"), total);
        var routes = json.putArray("routes");
        for (var row : catalogue.httpFunctions()) {
            var sum = byFunction.get(row.name());
            if (sum != null) {
                write(routes.addObject(), row, sum, total);
            }
        }
        var streams = new TreeMap<String, long[]>();
        for (var entry : log.after(ActivityLog.Kind.INVOCATION, 0)) {
            var counts =
                    streams.computeIfAbsent(
                            entry.json().path("function").asText(), _ -> new long[2]);
            counts[0]++;
            counts[1] += entry.json().path("roundTrips").asLong();
        }
        var unmeasured = json.putArray("unmeasured");
        streams.forEach((function, counts) ->
                unmeasured
                        .addObject()
                        .put("function", function)
                        .put("invocations", counts[0])
                        .put("roundTrips", counts[1]));
        return json;
    }

    private static void write(ObjectNode json, HttpFunction row, Sum sum, Sum total) {
        json.put("function", row.name()).put("method", row.method()).put("path", row.path());
        write(json, sum);
        var all = Prices.dollars(total.readUnits, total.writeUnits);
        json.put("share", all == 0 ? 0 : json.path("dollars").asDouble() / all);
    }

    private static void write(ObjectNode json, Sum sum) {
        json.put("calls", sum.calls)
                .put("asDocumented", sum.asDocumented)
                .put("readUnits", sum.readUnits)
                .put("writeUnits", sum.writeUnits)
                .put("dollars", Prices.dollars(sum.readUnits, sum.writeUnits));
    }
}
