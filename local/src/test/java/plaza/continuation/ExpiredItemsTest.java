package plaza.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.TestBed;

/// The sample event of every route after items have expired, which DynamoDB deletes days later.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExpiredItemsTest {
    /// Longer than the lifetime of every item.
    private static final Duration LATER = Duration.ofDays(400);

    /// Random ids, and codes of leagues.
    private static final Pattern RANDOM =
            Pattern.compile(ContinuationsTest.UUID + "|\"(code|uploadId|url)\":\"[^\"]+\"");

    @AutoClose private final SampleBackend backend = new SampleBackend(Conditions.LARGE);

    static List<String> functions() {
        return Catalogue.ALL.httpFunctions().stream().map(HttpFunction::name).toList();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void anExpiredItemCountsAsAbsent(String function) {
        backend.restore();
        var later = backend.bed().clock().instant().plus(LATER);
        var expired = backend.items();
        expired.values().removeIf(item -> !item.expired(later));
        assertThat(expired).hasSizeGreaterThan(2);

        var found = effect(function, Map.of());
        var swept = effect(function, expired);
        assertThat(found).isEqualTo(swept);
    }

    /// The response to the later sample event, and the keys that it changes.
    private String effect(String function, Map<Key, Item> swept) {
        backend.restore();
        backend.bed().clock().advance(LATER);
        backend.remove(swept.keySet());
        var row = TestBed.row(function);
        var begun = backend.changes().size();
        var response = backend.send(row, backend.request(row), backend.table());
        var changed = new TreeSet<String>();
        backend.changes().stream()
                .skip(begun)
                .forEach(change -> changed.add(change.key().toString()));
        return RANDOM.matcher(response.status() + " " + response.json() + " " + changed)
                .replaceAll("random");
    }
}
