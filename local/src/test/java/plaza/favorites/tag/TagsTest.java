package plaza.favorites.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import plaza.favorites.Owner;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.testkit.Large;
import plaza.testkit.TestBed;
import plaza.testkit.Threads;

/// Creating, renaming, deleting and listing tags; tagging, untagging, and the lists by tag.
class TagsTest {
    private static final TestBed bed = new TestBed();

    @Test
    void tagNameIsUniqueInEverySpelling() {
        var ann = new Owner(bed, "ann");
        assertThat(ann.createTag("t1", "Web").status()).isEqualTo(201);
        assertThat(ann.createTag("t1", "Web").status()).isEqualTo(200);
        for (var spelled : List.of("web", "ＷＥＢ", " wEb\t", "we\u200bb", "web\u2800")) {
            var response = ann.createTag("t2", spelled);
            assertThat(response.status()).as(spelled).isEqualTo(409);
            assertThat(response.badFields()).containsExactly("tagName");
            assertThat(response.json().path("existingTagId").asText()).isEqualTo("t1");
            assertThat(response.json().path("existingTagName").asText()).isEqualTo("Web");
        }
        assertThat(bed.items(FavoritesKeys.TAGS.of(ann.id()))).hasSize(1);
        assertThat(new Owner(bed, "other").createTag("t9", "web").status()).isEqualTo(201);
    }

    @Test
    void renamingFreesTheOldNameAndKeepsTheTag() {
        var bea = new Owner(bed, "bea");
        bea.createTag("t1", "old");
        bea.createTag("t2", "taken");
        assertThat(bea.renameTag("t1", "Taken").status()).isEqualTo(409);
        var renamed = bea.renameTag("t1", "new");
        assertThat(renamed.status()).isEqualTo(200);
        assertThat(renamed.json().path("tagName").asText()).isEqualTo("new");
        assertThat(bea.renameTag("t1", "NEW").json().path("tagName").asText()).isEqualTo("NEW");
        assertThat(bea.createTag("t3", "new").json().path("existingTagName").asText())
                .isEqualTo("NEW");
        assertThat(bea.createTag("t3", "old").status()).isEqualTo(201);
        assertThat(bea.createTag("t3", "older").json().path("tagName").asText()).isEqualTo("older");
        assertThat(bea.createTag("t4", "old").status()).isEqualTo(201);
        assertThat(bea.renameTag("none", "x").status()).isEqualTo(404);
        assertThat(bed.table().get(FavoritesKeys.TAG_NAME.key(bea.id(), "taken"))).isNotNull();
    }

    @Test
    void deletingATagFreesItsName() {
        var cid = new Owner(bed, "cid");
        cid.createTag("t1", "web");
        assertThat(cid.deleteTag("t1").status()).isEqualTo(204);
        assertThat(cid.deleteTag("t1").status()).isEqualTo(204);
        assertThat(bed.items(FavoritesKeys.TAGS.of(cid.id()))).isEmpty();
        assertThat(cid.createTag("t2", "WEB").status()).isEqualTo(201);
    }

    @Test
    void everySortOrderPagesWithoutGapsThroughSharedPrefixesAndEqualTimes() {
        var dan = new Owner(bed, "dan");
        var names =
                List.of("a", "a b", "a!", "A#", "a#b", "Zoo", "apple", "Banana", "b", "été", "éa");
        for (var number = 0; number < names.size(); number++) {
            if (number % 3 == 0) {
                bed.clock().advance(Duration.ofSeconds(1));
            }
            Owner.ok(dan.createTag("t%02d".formatted(number), names.get(number)));
        }
        var byName =
                List.of("a", "a b", "a!", "A#", "a#b", "apple", "b", "Banana", "Zoo", "éa", "été");
        for (var limit : List.of(1, 2, 4, 100)) {
            assertThat(listed(dan, "tagName", "", limit, "tagName")).isEqualTo(byName);
            assertThat(listed(dan, "tagName", "desc", limit, "tagName"))
                    .isEqualTo(byName.reversed());
            var byTime = listed(dan, "createTime", "asc", limit, "tagName");
            assertThat(byTime).isEqualTo(names);
            assertThat(listed(dan, "", "", limit, "tagName")).isEqualTo(names.reversed());
            assertThat(listed(dan, "lastAccessTime", "asc", limit, "tagName")).isEqualTo(names);
            assertThat(listed(dan, "tagId", "", limit, "tagId"))
                    .isSortedAccordingTo(Comparator.naturalOrder());
        }
        assertThat(dan.call().query("sort", "size").send("ListTags").badFields())
                .containsExactly("sort");
    }

    private static List<String> listed(
            Owner owner, String sort, String order, int limit, String column) {
        return Owner.column(
                owner.call()
                        .query("sort", sort.isEmpty() ? null : sort)
                        .query("order", order.isEmpty() ? null : order)
                        .all("ListTags", limit),
                column);
    }

    @Test
    void taggingRequiresFavoriteAndTagAndIsIdempotent() {
        var eve = new Owner(bed, "eve");
        eve.createTag("t1", "web");
        eve.clip("d1", "link", "one", Map.of());
        assertThat(eve.tag("none", "t1").badFields()).containsExactly("dataId");
        assertThat(eve.tag("d1", "none").badFields()).containsExactly("tagId");
        assertThat(eve.taggingsOf("d1")).isEmpty();
        assertThat(eve.tag("d1", "t1").status()).isEqualTo(201);
        assertThat(eve.tag("d1", "t1").status()).isEqualTo(200);
        assertThat(eve.taggingsOf("d1")).hasSize(1);
        assertThat(eve.tagsOf("d1")).containsExactly("t1");
        assertThat(eve.underTag("t1")).containsExactly("d1");
        bed.drain();
        assertThat(eve.count("t1")).isEqualTo(1);
        assertThat(eve.untag("d1", "t1").status()).isEqualTo(204);
        assertThat(eve.untag("d1", "t1").status()).isEqualTo(204);
        assertThat(eve.tagsOf("d1")).isEmpty();
        assertThat(eve.underTag("t1")).isEmpty();
        bed.drain();
        assertThat(eve.count("t1")).isZero();
        assertThat(eve.call().at("dataId", "none").send("ListTagsByFavorite").status())
                .isEqualTo(404);
        assertThat(eve.call().at("tagId", "none").send("ListFavoritesByTag").status())
                .isEqualTo(404);
    }

    @Large
    @Test
    void favoritesByTagAreInClipOrderInFullPages() {
        var fay = new Owner(bed, "fay");
        fay.createTag("t1", "web");
        var expected = new ArrayList<String>();
        for (var number = 0; number < 40; number++) {
            var id = "d%02d".formatted(number);
            var type = number % 4 == 0 ? "image" : "link";
            fay.clip(
                    id,
                    type,
                    "t",
                    Map.of("clipTime", "2020-01-%02dT00:00:00Z".formatted(1 + number / 3)));
            Owner.ok(fay.tag(id, "t1"));
            expected.add(id);
        }
        // The favorites are unclipped but their taggings still exist. Pages must be full
        // nevertheless.
        for (var number = 0; number < 40; number += 5) {
            fay.unclip("d%02d".formatted(number));
            expected.remove("d%02d".formatted(number));
        }
        assertThat(fay.taggingsUnder("t1")).hasSize(40);
        for (var limit : List.of(1, 3, 7, 100)) {
            assertThat(under(fay, "asc", limit)).isEqualTo(expected);
            assertThat(under(fay, "desc", limit)).isEqualTo(expected.reversed());
            assertThat(
                            Owner.column(
                                    fay.call()
                                            .at("tagId", "t1")
                                            .at("dataType", "image")
                                            .query("order", "asc")
                                            .all("ListFavoritesByTagAndType", limit),
                                    "dataId"))
                    .isEqualTo(
                            expected.stream()
                                    .filter(id -> Integer.parseInt(id.substring(1)) % 4 == 0)
                                    .toList());
        }
        bed.drain();
        assertThat(fay.taggingsUnder("t1")).hasSize(32);
        assertThat(fay.count("t1")).isEqualTo(32);
        assertThat(under(fay, "asc", 7)).isEqualTo(expected);
    }

    private static List<String> under(Owner owner, String order, int limit) {
        return Owner.column(
                owner.call()
                        .at("tagId", "t1")
                        .query("order", order)
                        .all("ListFavoritesByTag", limit),
                "dataId");
    }

    @Test
    void listingATagUpdatesItsAccessTimeAtMostOnceAMinute() {
        var gus = new Owner(bed, "gus");
        gus.createTag("t1", "one");
        gus.createTag("t2", "two");
        assertThat(listed(gus, "lastAccessTime", "", 10, "tagId")).containsExactly("t2", "t1");
        var created = access(gus, "t1");
        bed.clock().advance(Duration.ofSeconds(59));
        gus.underTag("t1");
        assertThat(access(gus, "t1")).isEqualTo(created);
        bed.clock().advance(Duration.ofSeconds(1));
        gus.underTag("t1");
        assertThat(access(gus, "t1")).isGreaterThan(created);
        assertThat(listed(gus, "lastAccessTime", "", 10, "tagId")).containsExactly("t1", "t2");
        assertThat(listed(gus, "createTime", "", 10, "tagId")).containsExactly("t2", "t1");
        bed.clock().advance(Duration.ofMinutes(1));
        Owner.ok(
                gus.call()
                        .at("tagId", "t2")
                        .at("dataType", "link")
                        .send("ListFavoritesByTagAndType"));
        assertThat(listed(gus, "lastAccessTime", "", 10, "tagId")).containsExactly("t2", "t1");
    }

    @Test
    void aTagThatIsCreatedAgainMeanwhileKeepsItsAccessTime() {
        var hal = new Owner(bed, "hal");
        hal.createTag("t1", "one");
        bed.clock().advance(Duration.ofMinutes(1));
        var listing =
                bed.interrupted(
                        "ListFavoritesByTag",
                        () -> {
                            hal.deleteTag("t1");
                            bed.clock().advance(Duration.ofMinutes(1));
                            hal.createTag("t1", "one");
                        });
        Owner.ok(hal.call().at("tagId", "t1").send("ListFavoritesByTag", listing));
        assertThat(Instant.parse(access(hal, "t1"))).isEqualTo(bed.clock().instant());
    }

    private static String access(Owner owner, String tag) {
        return owner.call().all("ListTags", 10).stream()
                .filter(line -> line.path("tagId").asText().equals(tag))
                .findFirst()
                .orElseThrow()
                .path("lastAccessTime")
                .asText();
    }

    @Large
    @Test
    void taggingWhileTagOrFavoriteIsDeletedLeavesNothingBehind() {
        var ivy = new Owner(bed, "ivy");
        for (var round = 0; round < 15; round++) {
            var data = "d" + round;
            var tag = "t" + round;
            ivy.clip(data, "link", "one", Map.of());
            ivy.createTag(tag, "name " + round);
            ivy.tag(data, tag);
            ivy.untag(data, tag);
            var deletesFavorite = round % 2 == 0;
            var statuses =
                    Threads.<Integer>call(
                            List.of(
                                    () -> ivy.tag(data, tag).status(),
                                    () ->
                                            (deletesFavorite
                                                            ? ivy.unclip(data)
                                                            : ivy.deleteTag(tag))
                                                    .status()));
            assertThat(statuses.getFirst()).isIn(201, 404);
            assertThat(statuses.getLast()).isEqualTo(204);
        }
        bed.drain();
        for (var round = 0; round < 15; round++) {
            assertThat(ivy.taggingsOf("d" + round)).isEmpty();
            assertThat(
                            bed.table().get(FavoritesKeys.TAG.key(ivy.id(), TagId.of("t" + round)))
                                            == null
                                    || ivy.count("t" + round) == 0)
                    .isTrue();
        }
    }
}
