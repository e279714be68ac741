package plaza.benchmark.growth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import plaza.benchmark.growth.Prices.Tier;
import plaza.benchmark.growth.Prices.Tiers;

/// The estimate as data, with which `month.js` calculates a month from one's own numbers: on the
/// page *Costs* of the explorer, and on a page of the documentation that contains both.
final class MonthModel {
    static final String MODEL = "local/src/main/resources/plaza/web/explorer/month.json";
    static final String PAGE = "docs/operations/month.html";
    static final String SCRIPT = "local/src/main/resources/plaza/web/explorer/month.js";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /// What a reader does for each page of the timeline.
    private static final Set<String> BY_READS =
            Set.of("opens the timeline", "shows older posts", "reads posts", "likes a post");

    private static final String WRITES_A_POST = "writes a post";

    private MonthModel() {}

    /// The files that contain the model, by their path from the root.
    static Map<String, String> files(Path root) {
        try {
            var model = json().toPrettyString();
            return Map.of(
                    MODEL, model + "\n", PAGE, page(model, Files.readString(root.resolve(SCRIPT))));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    static JsonNode json() {
        var model = JSON.createObjectNode();
        model.putObject("input")
                .put("users", 1_000_000)
                .put("posts", perDay(Set.of(WRITES_A_POST)))
                .put("followers", Input.FOLLOWERS_MEAN)
                .put("reads", perDay(Set.of("opens the timeline", "shows older posts")));
        model.put("activeDays", Input.DAILY_ACTIVE_SHARE * MonthlyCost.DAYS)
                .put("hours", MonthlyCost.DAYS * 24)
                .put("gigabytesPerUser", MonthlyCost.gigabytes(1))
                .put("shardGigabytes", Input.SHARD_GB)
                .put("shardsMin", Input.SHARDS_MIN)
                .put("batchesPerShard", MonthlyCost.PARALLEL_BATCHES)
                .put("windowSeconds", Input.WINDOW_SECONDS)
                .put("countGbSeconds", Input.COUNT_SECONDS * Input.COUNT_GB)
                .put("deliveryGbSeconds", Input.DELIVERY_SECONDS * Input.STREAM_GB)
                .put("failedShare", Input.FAILED_SHARE);
        var usage = model.putArray("usage");
        for (var each : MonthlyCost.usage()) {
            var json = usage.addObject().put("name", each.name()).put("perDay", each.perDay());
            if (BY_READS.contains(each.name())) {
                json.put("by", "reads");
            }
            var perFollower = Usage.Units.NONE;
            if (each.name().equals(WRITES_A_POST)) {
                json.put("by", "posts");
                perFollower = each.behind().times(1 / (Input.FOLLOWERS_MEAN + 1));
            }
            json.put("requests", each.requests())
                    .put("reads", each.units().reads())
                    .put("writes", each.units().writes())
                    .put("readsPerFollower", perFollower.reads())
                    .put("writesPerFollower", perFollower.writes())
                    .put("counted", each.counted())
                    .put("delivered", each.delivered());
        }
        var items = model.putArray("items");
        charge(item(items.addObject(), "write units", 0), "writes", 1, flat(Prices.WRITE_UNITS));
        charge(item(items.addObject(), "read units", 0), "reads", 1, flat(Prices.READ_UNITS));
        charge(
                item(items.addObject(), "storage, recovery", 0),
                "gigabytes",
                1,
                flat(Prices.STORED_GB));
        var routes = item(items.addObject(), "Lambda, routes", 0);
        charge(routes, "requests", 1, flat(Prices.LAMBDA_REQUESTS));
        charge(routes, "requests", Input.REQUEST_GB_SECONDS, Prices.LAMBDA_GB_SECONDS);
        var streams = item(items.addObject(), "Lambda, streams", 0);
        charge(streams, "invocations", 1, flat(Prices.LAMBDA_REQUESTS));
        charge(streams, "streamGbSeconds", 1, Prices.LAMBDA_GB_SECONDS);
        charge(item(items.addObject(), "API Gateway", 0), "requests", 1, Prices.API_REQUESTS);
        charge(
                item(items.addObject(), "data out", 0),
                "requests",
                Input.RESPONSE_BYTES / 1e9,
                Prices.SENT_GB);
        charge(
                item(items.addObject(), "logs", 0),
                "requests",
                Input.LOGGED_BYTES / 1e9,
                flat(Prices.LOGGED_GB));
        charge(
                item(
                        items.addObject(),
                        "metrics, alarms, dashboard",
                        MonthlyCost.METRICS * Prices.METRICS
                                + MonthlyCost.ALARM_METRICS * Prices.ALARM_METRICS
                                + Prices.DASHBOARD),
                "failing",
                1,
                flat(Prices.METRICS));
        charge(
                item(items.addObject(), "Reconcile", 0),
                "gigabytes",
                1,
                flat(MonthlyCost.reconciledGigabyte()));
        item(items.addObject(), "KMS, secrets", Prices.KEY_AND_SECRETS);
        charge(item(items.addObject(), "Cognito Lite", 0), "users", 1, Prices.USERS);
        return model;
    }

    private static double perDay(Set<String> names) {
        return MonthlyCost.usage().stream()
                .filter(each -> names.contains(each.name()))
                .mapToDouble(Usage::perDay)
                .sum();
    }

    private static ObjectNode item(ObjectNode json, String name, double fixed) {
        json.put("name", name).put("fixed", fixed).putArray("charges");
        return json;
    }

    private static void charge(ObjectNode item, String of, double factor, Tiers tiers) {
        var charge = item.withArray("charges").addObject().put("of", of).put("factor", factor);
        var array = charge.putArray("tiers");
        for (var tier : tiers.tiers()) {
            var pair = array.addArray();
            if (tier.upTo() == Double.MAX_VALUE) {
                pair.addNull();
            } else {
                pair.add(tier.upTo());
            }
            pair.add(tier.price());
        }
    }

    private static Tiers flat(double price) {
        return new Tiers(List.of(new Tier(Double.MAX_VALUE, price)));
    }

    static String page(String model, String script) throws JsonProcessingException {
        return """
        <!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Plaza: the month of your own numbers</title>
            <style>
              :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: canvas; color: canvastext; }
              a { color: inherit; }
              body { max-width: 60rem; margin: 0 auto; padding: 16px; }
              .month { display: flex; flex-wrap: wrap; gap: 16px; }
              .field { display: flex; flex-direction: column; width: 12rem; }
              label { font-weight: 600; }
              input { font: inherit; padding: 8px; }
              table { border-collapse: collapse; width: 100%%; max-width: 30rem; }
              th, td { text-align: left; padding: 4px 8px; border-bottom: 1px solid color-mix(in srgb, currentcolor 20%%, transparent); font-weight: 400; }
              .number { text-align: right; font-variant-numeric: tabular-nums; }
              .visually-hidden { position: absolute; clip-path: inset(50%%); }
            </style>
          </head>
          <body>
            <main>
              <h1>The month of your own numbers</h1>
              <p>List prices of us-east-1 without the free tier. Everything else is as in <a href="bill.md">the bill</a>, which names
                the assumptions. The benchmark <code>monthly-cost</code> writes this page, which needs no server.</p>
              <plaza-month></plaza-month>
            </main>
            <script type="application/json" id="model">%s</script>
            <script type="module">
        %s
        const shown = document.querySelector("plaza-month");
        shown.show(JSON.parse(document.getElementById("model").textContent), Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
        shown.addEventListener("numbers", ({ detail }) => history.replaceState(null, "", `#${new URLSearchParams(detail)}`));
            </script>
          </body>
        </html>
        """
                .formatted(JSON.writeValueAsString(JSON.readTree(model)), script.strip());
    }
}
