package plaza.favorites.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.catalogue.HttpFunction;
import plaza.continuation.Conditions;
import plaza.continuation.ContinuationsTest;
import plaza.continuation.SampleBackend;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.functions.Catalogue;
import plaza.http.Request;
import plaza.interleaving.Operations;
import plaza.reconcile.ReconcileRun;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Scans;
import plaza.table.Table;
import plaza.testkit.invocation.TestContext;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Every route on a table in which all taggings are of an earlier generation, of the favorite or of
/// the tag: a job has yet to remove them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutdatedTaggingsTest {
    private static final String EARLIER = "00000000-0000-4000-8000-000000000000";

    /// Random ids, and codes of leagues.
    private static final Pattern RANDOM =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}" + "|\"code\":\"[^\"]+\"");

    @AutoClose private final SampleBackend backend = new SampleBackend(Conditions.LARGE);

    @ParameterizedTest
    @ValueSource(strings = {TaggingItems.FAVORITE_GENERATION, TaggingItems.TAG_GENERATION})
    void anOutdatedTaggingCountsAsAbsent(String attribute) {
        backend.restore();
        var outdated = outdated(attribute);
        assertThat(outdated).hasSizeGreaterThan(1);
        var wrong = new ArrayList<String>();
        for (var row : Catalogue.ALL.httpFunctions()) {
            if (row.method().equals("GET")) {
                compare(row.name(), () -> read(row), outdated, wrong);
            }
        }
        for (var call : Operations.calls()) {
            compare(
                    call.name(),
                    () -> {
                        var sent = backend.send(call, backend.table());
                        return sent.status() + " " + taggings(outdated);
                    },
                    outdated,
                    wrong);
        }
        assertThat(wrong).isEmpty();
    }

    /// The count of a tag has the taggings of an earlier generation of a favorite until they are
    /// removed, but none of an earlier generation of the tag.
    @Test
    void outdatedTaggingsOfATagAreNotCountedAgain() {
        backend.restore();
        var outdated = outdated(TaggingItems.TAG_GENERATION);
        backend.remove(outdated.keySet());
        var expected = recounted();
        assertThat(expected).isNotEmpty();
        backend.restore();
        backend.add(outdated);
        assertThat(recounted()).isEqualTo(expected);
    }

    private Map<Key, Item> recounted() {
        var handler =
                backend.bed()
                        .functions()
                        .with(Table.class, backend.table())
                        .with(Scans.class, backend.table().scans())
                        .scheduled(Catalogue.ALL.reconcile());
        backend.bed().clock().advance(Duration.ofHours(1));
        var context = new TestContext("Reconcile", Duration.ofMinutes(5));
        var run = ReconcileRun.repairing(step -> handler.handleRequest(step, context), "tagCounts");
        assertThat(run.repaired()).isPositive();
        var counts = backend.items();
        counts.keySet().removeIf(key -> !FavoritesKeys.TAG_COUNT.is(key));
        return counts;
    }

    private void compare(
            String name, Supplier<String> effect, Map<Key, Item> outdated, List<String> wrong) {
        backend.restore();
        backend.remove(outdated.keySet());
        var expected = RANDOM.matcher(effect.get()).replaceAll("random");
        backend.restore();
        backend.add(outdated);
        var found = RANDOM.matcher(effect.get()).replaceAll("random");
        if (!found.equals(expected)) {
            wrong.add(name + ": " + found + ", not " + expected);
        }
    }

    private String read(HttpFunction row) {
        var request = backend.request(row);
        if (!row.expansions().isEmpty()) {
            request.query(Request.EXPAND, row.expansions().getLast().words());
        }
        var response = backend.send(row, request, backend.table());
        return response.status() + " " + response.json();
    }

    /// The taggings that are not outdated.
    private Map<String, Map<String, String>> taggings(Map<Key, Item> outdated) {
        var items = backend.items();
        outdated.forEach(items::remove);
        items.keySet().removeIf(key -> !FavoritesKeys.TAGGED_FAVORITE.is(key));
        return ContinuationsTest.text(items);
    }

    /// A tagging of each favorite for each tag of its user.
    ///
    /// @param attribute the generation that is an earlier one
    private Map<Key, Item> outdated(String attribute) {
        var items = backend.items();
        var outdated = new HashMap<Key, Item>();
        for (var favorite : items.values()) {
            for (var tag : items.values()) {
                if (FavoritesKeys.FAVORITE.is(favorite.key()) && FavoritesKeys.TAG.is(tag.key())) {
                    var user = FavoritesKeys.FAVORITES.parse(favorite.key());
                    if (FavoritesKeys.TAGS.parse(tag.key()).equals(user)) {
                        var stored = TagItems.storedTag(tag);
                        var current =
                                TaggingItems.tagged(
                                        user,
                                        FavoriteItems.storedFavorite(favorite),
                                        stored.tag().tagId(),
                                        stored.generation());
                        var attributes = new HashMap<>(current.attributes());
                        attributes.put(attribute, AttributeValue.fromS(EARLIER));
                        outdated.put(current.key(), new Item(attributes));
                    }
                }
            }
        }
        return outdated;
    }
}
