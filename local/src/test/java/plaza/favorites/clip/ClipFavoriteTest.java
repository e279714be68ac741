package plaza.favorites.clip;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.favorites.Owner;
import plaza.favorites.favorite.DataType;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.favorite.Title;
import plaza.favorites.id.DataId;
import plaza.favorites.key.FavoritesKeys;
import plaza.table.Outcome;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.text.IsoTime;

/// Clipping, reading, unclipping, and the lists by clip time and by type.
class ClipFavoriteTest {
    private static final TestBed bed = new TestBed();

    @Test
    void clipStoresOneItemThatGetReturns() {
        var ann = new Owner(bed, "ann");
        var response =
                ann.clip(
                        "d1",
                        "video",
                        "  A \t talk ",
                        Map.of(
                                "contentUrl", "https://example.com/talk",
                                "thumbnailUrl", "s3://pictures/talk.png",
                                "creatorId", "ben",
                                "clipTime", "2019-10-23T10:00:00.123Z",
                                "note", "minute 3"));
        assertThat(response.status()).isEqualTo(201);
        assertThat(response.json().toString())
                .isEqualTo(
                        """
                        {"dataId":"d1","dataType":"video","title":"A talk",\
                        "contentUrl":"https://example.com/talk",\
                        "thumbnailUrl":"s3://pictures/talk.png","creatorId":"ben",\
                        "clipTime":"2019-10-23T10:00:00.123Z","note":"minute 3"}\
                        """);
        assertThat(bed.items(FavoritesKeys.FAVORITES.of(ann.id()))).hasSize(1);
        var read = ann.call().at("dataId", "d1").send("GetFavorite");
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.json()).isEqualTo(response.json());
    }

    /// The tagging of the earlier favorite still exists, so that the request adds nothing to the
    /// count of the tag.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tagThatIsDeletedMeanwhileReturns404(boolean isClippedAgain) {
        var tom = new Owner(bed, "tom-" + isClippedAgain);
        Owner.ok(tom.createTag("t1", "name of t1"));
        Owner.ok(tom.clip("d1", List.of("t1")));
        Owner.ok(tom.unclip("d1"));
        if (isClippedAgain) {
            Owner.ok(tom.clip("d1", "link", "title", Map.of()));
        }

        var response =
                tom.call()
                        .at("dataId", "d1")
                        .body("{\"dataType\": \"link\", \"title\": \"a\", \"tags\": [\"t1\"]}")
                        .send(
                                "ClipFavorite",
                                bed.interrupted(
                                        "ClipFavorite", () -> Owner.ok(tom.deleteTag("t1"))));

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.badFields()).containsExactly("tags");
        bed.drain();
        assertThat(tom.taggingsOf("d1")).isEmpty();
    }

    @Test
    void tagsAreSavedWithTheFavorite() {
        var flo = new Owner(bed, "flo");
        for (var tag : List.of("t1", "t2", "t3")) {
            Owner.ok(flo.createTag(tag, "name of " + tag));
        }
        assertThat(flo.clip("d1", List.of("t3", "t1")).status()).isEqualTo(201);
        assertThat(flo.tagsOf("d1")).containsExactly("t1", "t3");
        assertThat(flo.underTag("t3")).containsExactly("d1");
        assertThat(flo.clip("d1", List.of("t2", "t3")).status()).isEqualTo(200);
        assertThat(flo.tagsOf("d1")).containsExactly("t2", "t3");
        assertThat(flo.clip("d1", List.of("t2")).status()).isEqualTo(200);
        assertThat(flo.tagsOf("d1")).containsExactly("t2");
        bed.drain();
        assertThat(flo.count("t1")).isZero();
        assertThat(flo.count("t2")).isEqualTo(1);
        assertThat(flo.clip("d2", List.of("t9")).badFields()).containsExactly("tags");
        assertThat(flo.found("d2")).isEmpty();
    }

    /// The taggings of the favorite that was unclipped still exist.
    @Test
    void favoriteThatIsClippedAgainHasTheTagsOfTheRequest() {
        var gil = new Owner(bed, "gil");
        for (var tag : List.of("t1", "t2")) {
            Owner.ok(gil.createTag(tag, "name of " + tag));
        }
        Owner.ok(gil.clip("d1", List.of("t1", "t2")));
        Owner.ok(gil.unclip("d1"));
        Owner.ok(gil.clip("d1", List.of("t1")));
        assertThat(gil.tagsOf("d1")).containsExactly("t1");
        bed.drain();
        assertThat(gil.tagsOf("d1")).containsExactly("t1");
        assertThat(gil.count("t1")).isEqualTo(1);
        assertThat(gil.count("t2")).isZero();
    }

    @Test
    void moreThanTwentyTagsReturn400() {
        var hal = new Owner(bed, "hal");
        var tags = IntStream.range(0, 21).mapToObj(number -> "t" + number).toList();
        var response = hal.clip("d1", tags);
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).containsExactly("tags");
    }

    /// Earlier versions accepted titles and tag names that parsing rejects now.
    @Test
    void storedTitleThatParsingRejectsCanBeRead() {
        var eli = new Owner(bed, "eli");
        assertThat(eli.clip("d1", "link", "\u200b", Map.of()).badFields()).containsExactly("title");
        var old =
                new Favorite(
                        DataId.of("d1"),
                        DataType.LINK,
                        new Title("\u200b"),
                        null,
                        null,
                        null,
                        null,
                        bed.clock().instant());
        assertThat(
                        bed.table()
                                .write(
                                        Write.Put.of(
                                                FavoriteItems.favorite(
                                                        eli.id(), StoredFavorite.clipped(old)))))
                .isInstanceOf(Outcome.Done.class);
        assertThat(Owner.column(eli.call().all("ListFavorites", 10), "title"))
                .containsExactly("\u200b");
        assertThat(eli.clip("d1", "link", "seen", Map.of()).status()).isEqualTo(200);
    }

    @Test
    void clippingAgainReplacesTheItemAndKeepsTheClipTime() {
        var bea = new Owner(bed, "bea");
        assertThat(bea.clip("d1", "link", "first", Map.of()).status()).isEqualTo(201);
        var clipped = bed.clock().instant();
        bed.clock().advance(Duration.ofHours(1));
        assertThat(bea.clip("d1", "link", "first", Map.of()).status()).isEqualTo(200);
        var again =
                bea.clip("d1", "note", "second", Map.of("clipTime", "2001-01-01T00:00:00.000Z"));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("title").asText()).isEqualTo("second");
        assertThat(again.json().path("clipTime").asText()).isEqualTo(IsoTime.format(clipped));
        assertThat(bed.items(FavoritesKeys.FAVORITES.of(bea.id()))).hasSize(1);
        assertThat(
                        Owner.column(
                                bea.call().at("dataType", "note").all("ListFavoritesByType", 5),
                                "title"))
                .containsExactly("second");
        assertThat(bea.call().at("dataType", "link").all("ListFavoritesByType", 5)).isEmpty();
    }

    @Test
    void unclipDeletesTheFavoriteAndIsIdempotent() {
        var cid = new Owner(bed, "cid");
        cid.clip("d1", "link", "title", Map.of());
        assertThat(cid.call().at("dataId", "d1").send("GetFavorite").status()).isEqualTo(200);
        assertThat(cid.unclip("d1").status()).isEqualTo(204);
        assertThat(cid.unclip("d1").status()).isEqualTo(204);
        var read = cid.call().at("dataId", "d1").send("GetFavorite");
        assertThat(read.status()).isEqualTo(404);
        assertThat(read.badFields()).containsExactly("dataId");
        assertThat(bed.items(FavoritesKeys.FAVORITES.of(cid.id()))).isEmpty();
    }

    @Test
    void pagingThroughEqualClipTimesReturnsEachFavoriteOnce() {
        var dan = new Owner(bed, "dan");
        for (var number = 0; number < 23; number++) {
            var type = number % 2 == 0 ? "link" : "image";
            dan.clip(
                    "d%02d".formatted(number),
                    type,
                    "t",
                    Map.of(
                            "clipTime",
                            number < 20 ? "2020-01-01T00:00:00.000Z" : "1999-12-31T23:59:59.999Z"));
        }
        var newest = Owner.column(dan.call().all("ListFavorites", 4), "dataId");
        assertThat(newest).hasSize(23).doesNotHaveDuplicates();
        assertThat(newest.subList(0, 2)).containsExactly("d19", "d18");
        assertThat(newest.getLast()).isEqualTo("d20");
        var oldest =
                Owner.column(dan.call().query("order", "asc").all("ListFavorites", 3), "dataId");
        assertThat(oldest).isEqualTo(newest.reversed());
        assertThat(
                        Owner.column(
                                dan.call().at("dataType", "image").all("ListFavoritesByType", 2),
                                "dataId"))
                .isEqualTo(
                        newest.stream()
                                .filter(id -> Integer.parseInt(id.substring(1)) % 2 == 1)
                                .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"dataType\": \"gadget\", \"title\": \"t\"}",
                "{\"dataType\": \"link\", \"title\": \" \"}",
                "{\"dataType\": \"link\"}",
                "{\"dataType\": \"link\", \"title\": \"t\", \"contentUrl\": \"javascript:alert(1)\"}",
                "{\"dataType\": \"link\", \"title\": \"t\", \"clipTime\": \"2300-01-01T00:00:00Z\"}",
                "{\"dataType\": \"link\", \"title\": \"t\", \"creatorId\": \"a#b\"}",
                "{\"dataType\": \"link\", \"title\": \"t\", \"note\": \"\\u0001\"}",
                "{\"dataType\": \"link\", \"title\": \"t\", \"color\": \"red\"}"
            })
    void invalidBodyReturns400AndWritesNothing(String body) {
        var eve = new Owner(bed, "eve");
        var response = eve.call().at("dataId", "d1").body(body).send("ClipFavorite");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).hasSize(1);
        assertThat(bed.items(FavoritesKeys.FAVORITES.of(eve.id()))).isEmpty();
    }

    @Test
    void unknownOrderReturns400() {
        var hal = new Owner(bed, "hal");
        assertThat(hal.call().query("order", "up").send("ListFavorites").badFields())
                .containsExactly("order");
    }
}
