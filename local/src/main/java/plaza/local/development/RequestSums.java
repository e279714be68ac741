package plaza.local.development;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.local.emulator.TableCall;
import plaza.table.Family;
import plaza.table.KeySpace;
import plaza.table.PlatformKeys;
import plaza.table.TableSchema;
import plaza.table.TableSchema.Index;

/// The requests to DynamoDB of one call of the API, added up by their kind: their operation, their
/// index, and the families of their keys.
public final class RequestSums {
    private final KeySpace keySpace;
    private final Map<Kind, Sum> sums = new TreeMap<>();

    public RequestSums(KeySpace keySpace) {
        this.keySpace = keySpace;
    }

    /// @param families the templates of the partition keys, separated by commas
    /// @param rejected whether DynamoDB rejected the requests
    private record Kind(String operation, String families, String index, boolean rejected)
            implements Comparable<Kind> {
        private static final Comparator<Kind> ORDER =
                Comparator.comparing(Kind::operation)
                        .thenComparing(Kind::families)
                        .thenComparing(Kind::index)
                        .thenComparing(Kind::rejected);

        @Override
        public int compareTo(Kind other) {
            return ORDER.compare(this, other);
        }
    }

    private static final class Sum {
        private int requests;
        private int items;
        private double readUnits;
        private double writeUnits;
    }

    /// Adds a request.
    public synchronized void add(TableCall call) {
        var families =
                call.keys().stream()
                        .map(this::family)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
        var kind = new Kind(call.operation(), families, call.index(), call.failed());
        var sum = sums.computeIfAbsent(kind, _ -> new Sum());
        sum.requests++;
        // a key that DynamoDB does not find costs as much as a small item
        sum.items += call.operation().equals("Query") ? call.items() : call.keys().size();
        sum.readUnits += call.readUnits();
        sum.writeUnits += call.writeUnits();
    }

    /// The template of the partition key of a request, which can be that of an index.
    private String family(Map<String, String> key) {
        var attribute = key.keySet().iterator().next();
        var pk = key.getOrDefault(attribute, "");
        var family =
                attribute.equals(TableSchema.PK)
                        ? keySpace.familyOfOrNull(pk)
                        : indexFamilyOrNull(attribute, pk);
        return family == null ? pk : family.text();
    }

    private @Nullable Family indexFamilyOrNull(String attribute, String pk) {
        for (var family : keySpace.families()) {
            if (family.index() != Index.TABLE
                    && family.index().partitionKey().equals(attribute)
                    && family.matches(pk)) {
                return family;
            }
        }
        return null;
    }

    /// Whether the call took a token of a rate limit, which costs one request.
    synchronized boolean takesToken() {
        return sums.keySet().stream().anyMatch(RequestSums::isLimit);
    }

    private static boolean isLimit(Kind kind) {
        return kind.families().equals(PlatformKeys.RATE_LIMITS.text());
    }

    /// Returns a line for each kind of requests, without those of the rate limit.
    public synchronized List<String> lines() {
        return sums.entrySet().stream()
                .filter(entry -> !isLimit(entry.getKey()))
                .map(entry -> line(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static String line(Kind kind, Sum sum) {
        return "%d × %s %s%s%s: %s RRU, %s WRU"
                .formatted(
                        sum.requests,
                        kind.operation(),
                        kind.families(),
                        kind.index().isEmpty() ? "" : " in " + kind.index(),
                        kind.rejected() ? ", rejected" : "",
                        sum.readUnits,
                        sum.writeUnits);
    }

    synchronized void writeTo(ArrayNode list) {
        sums.forEach((kind, sum) -> {
            var one =
                    list.addObject()
                            .put("operation", kind.operation())
                            .put("families", kind.families());
            if (!kind.index().isEmpty()) {
                one.put("index", kind.index());
            }
            if (kind.rejected()) {
                one.put("rejected", true);
            }
            one.put("requests", sum.requests)
                    .put("items", sum.items)
                    .put("readUnits", sum.readUnits)
                    .put("writeUnits", sum.writeUnits);
        });
    }
}
