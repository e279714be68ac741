package plaza.favorites.clip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.favorites.Owner;
import plaza.favorites.key.FavoritesKeys;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// Changes of single fields, and what lists, searches and indexes show afterwards.
class PatchFavoriteTest {
    private static final Map<String, String> MORE =
            Map.of(
                    "contentUrl", "https://example.com/a",
                    "thumbnailUrl", "https://example.com/a.png",
                    "creatorId", "zoe",
                    "note", "first line",
                    "clipTime", "2020-01-01T00:00:00.000Z");

    private static final TestBed bed = new TestBed();

    @Test
    void absentFieldsRemainAndNullRemovesAField() {
        var ann = new Owner(bed, "ann");
        ann.clip("d1", "image", "Tide tables", MORE);
        var patched = patch(ann, "{\"title\": \"Tides\", \"note\": null, \"creatorId\": \"yan\"}");
        assertThat(patched.status()).isEqualTo(200);
        assertThat(patched.json().toString())
                .isEqualTo(
                        """
                        {"dataId":"d1","dataType":"image","title":"Tides",\
                        "contentUrl":"https://example.com/a",\
                        "thumbnailUrl":"https://example.com/a.png","creatorId":"yan",\
                        "clipTime":"2020-01-01T00:00:00.000Z"}\
                        """);
        var read = ann.call().at("dataId", "d1").send("GetFavorite");
        assertThat(read.json()).isEqualTo(patched.json());
        assertThat(read.header("etag")).isEqualTo(patched.header("etag"));
        assertThat(ann.found("tides")).containsExactly("d1");
        assertThat(ann.found("first")).isEmpty();
        assertThat(patch(ann, "{\"thumbnailUrl\": null, \"note\": \"\"}").json()).hasSize(6);
    }

    @Test
    void addressIsFoundInItsNewFormOnly() {
        var ben = new Owner(bed, "ben");
        ben.clip("d1", "link", "a", MORE);
        assertThat(saved(ben, "https://example.com/a")).containsExactly("d1");
        Owner.ok(patch(ben, "{\"contentUrl\": \"https://example.com/b\"}"));
        assertThat(saved(ben, "https://example.com/a")).isEmpty();
        assertThat(saved(ben, "https://example.com/b")).containsExactly("d1");
        Owner.ok(patch(ben, "{\"contentUrl\": null}"));
        assertThat(saved(ben, "https://example.com/b")).isEmpty();
        Owner.ok(patch(ben, "{\"contentUrl\": \"https://example.com/c\"}"));
        assertThat(saved(ben, "https://example.com/c")).containsExactly("d1");
    }

    @Test
    void typeMovesTheFavoriteBetweenTheListsByType() {
        var cay = new Owner(bed, "cay");
        cay.clip("d1", "link", "a", MORE);
        Owner.ok(cay.createTag("t1", "web"));
        Owner.ok(cay.tag("d1", "t1"));
        bed.drain();
        Owner.ok(patch(cay, "{\"dataType\": \"video\"}"));
        assertThat(ofType(cay, "ListFavoritesByType", "link")).isEmpty();
        assertThat(ofType(cay, "ListFavoritesByType", "video")).containsExactly("d1");
        bed.drain();
        assertThat(ofType(cay, "ListFavoritesByTagAndType", "link")).isEmpty();
        assertThat(ofType(cay, "ListFavoritesByTagAndType", "video")).containsExactly("d1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"dataType": "gadget"}                          | dataType
                    {"dataType": null}                              | dataType
                    {"title": null}                                 | title
                    {"title": " "}                                  | title
                    {"contentUrl": "javascript:alert(1)"}           | contentUrl
                    {"clipTime": "2020-01-01T00:00:00.000Z"}        | clipTime
                    {"dataId": "d2"}                                | dataId
                    {"title": "b", "color": "red"}                  | color
                    {"tags": null}                                  | tags
                    {"tags": ["t1", "t1"]}                          | tags
                    {"tags": ["a b"]}                               | tags
                    {"tags": [1]}                                   | tags
                    """)
    void invalidReadOnlyOrUnknownFieldReturns400AndWritesNothing(String body, String field) {
        var dee = new Owner(bed, "dee");
        dee.clip("d1", "link", "a", MORE);
        var before = bed.items(FavoritesKeys.FAVORITES.of(dee.id()));
        var response = patch(dee, body);
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).containsExactly(field);
        assertThat(bed.items(FavoritesKeys.FAVORITES.of(dee.id()))).isEqualTo(before);
    }

    /// The test bed compares each accepted body with the OpenAPI document.
    @Test
    void whiteSpaceAroundTextsDoesNotCount() {
        var gil = new Owner(bed, "gil");
        gil.clip("d1", "link", "a", MORE);
        var space = " ".repeat(10_000);
        var body =
                "{\"title\": \"%s b %s\", \"note\": \"%s c\", \"contentUrl\": \"%s https://b.example/\"}"
                        .formatted(space, space, space, space);
        var response = patch(gil, body);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.json().path("title").asText()).isEqualTo("b");
        assertThat(response.json().path("note").asText()).isEqualTo("c");
        assertThat(response.json().path("contentUrl").asText()).isEqualTo("https://b.example/");
    }

    @Test
    void missingFavoriteReturns404() {
        var eve = new Owner(bed, "eve");
        var response = patch(eve, "{\"title\": \"a\"}");
        assertThat(response.status()).isEqualTo(404);
        assertThat(bed.items(FavoritesKeys.FAVORITES.of(eve.id()))).isEmpty();
    }

    @Test
    void onlyTheVersionInIfMatchIsChanged() {
        var fay = new Owner(bed, "fay");
        fay.clip("d1", "link", "a", MORE);
        var first = fay.call().at("dataId", "d1").send("GetFavorite").header("etag");
        var second = patch(fay, "{\"title\": \"b\"}", first);
        assertThat(second.status()).isEqualTo(200);
        var outdated = patch(fay, "{\"title\": \"c\"}", first);
        assertThat(outdated.status()).isEqualTo(412);
        assertThat(fay.found("b")).containsExactly("d1");
        // The repetition of the first request has its result already.
        assertThat(patch(fay, "{\"title\": \"b\"}", first).status()).isEqualTo(200);
        assertThat(patch(fay, "{\"title\": \"c\"}", second.header("etag")).status()).isEqualTo(200);
        assertThat(patch(fay, "{\"title\": \"d\"}", "*").status()).isEqualTo(200);
    }

    @Test
    void tagsReplaceAllThatTheFavoriteHas() {
        var ian = new Owner(bed, "ian");
        tags(ian, "t1", "t2", "t3");
        Owner.ok(ian.clip("d1", List.of("t1", "t2")));
        Owner.ok(patch(ian, "{\"tags\": [\"t2\", \"t3\"]}"));
        assertThat(ian.tagsOf("d1")).containsExactly("t2", "t3");
        Owner.ok(patch(ian, "{\"title\": \"b\"}"));
        assertThat(ian.tagsOf("d1")).containsExactly("t2", "t3");
        Owner.ok(patch(ian, "{\"title\": \"c\", \"tags\": []}"));
        assertThat(ian.tagsOf("d1")).isEmpty();
        assertThat(ian.found("c")).containsExactly("d1");
        bed.drain();
        assertThat(List.of(ian.count("t1"), ian.count("t2"), ian.count("t3"))).containsOnly(0L);
    }

    @Test
    void unknownTagReturns404AndATagThatIsMergedReturns409AndNothingIsWritten() {
        var jan = new Owner(bed, "jan");
        tags(jan, "t1", "t2", "t3");
        Owner.ok(jan.clip("d1", List.of("t3")));
        Owner.ok(jan.merge("t1", "t2"));
        var before = bed.items(FavoritesKeys.FAVORITES.of(jan.id()));
        var missing = patch(jan, "{\"title\": \"b\", \"tags\": [\"t3\", \"t4\"]}");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.badFields()).containsExactly("tags");
        var merging = patch(jan, "{\"title\": \"b\", \"tags\": [\"t1\"]}");
        assertThat(merging.status()).isEqualTo(409);
        assertThat(merging.badFields()).containsExactly("tags");
        assertThat(bed.items(FavoritesKeys.FAVORITES.of(jan.id()))).isEqualTo(before);
        assertThat(jan.tagsOf("d1")).containsExactly("t3");
    }

    /// More tags than one transaction can replace.
    @Test
    void manyTagsAreReplaced() {
        var kim = new Owner(bed, "kim");
        var many = IntStream.range(100, 170).mapToObj(number -> "t" + number).toList();
        tags(kim, many.toArray(String[]::new));
        Owner.ok(kim.clip("d1", many.subList(0, 20)));
        many.subList(20, 70).forEach(tag -> Owner.ok(kim.tag("d1", tag)));
        Owner.ok(patch(kim, "{\"tags\": [\"t169\"]}"));
        assertThat(kim.tagsOf("d1")).containsExactly("t169");
    }

    /// Another request replaces the tags between the read and the write of this one.
    @Test
    void concurrentReplacementsOfTagsDoNotMix() {
        var lea = new Owner(bed, "lea");
        tags(lea, "t1", "t2");
        Owner.ok(lea.clip("d1", List.of()));
        var patching =
                bed.interrupted(
                        "PatchFavorite", () -> Owner.ok(patch(lea, "{\"tags\": [\"t1\"]}")));
        Owner.ok(
                lea.call()
                        .at("dataId", "d1")
                        .body("{\"tags\": [\"t2\"]}")
                        .send("PatchFavorite", patching));
        assertThat(lea.tagsOf("d1")).containsExactly("t2");
    }

    /// An undo deletes the tags of an import that the user has not used.
    @Test
    void tagOfAnImportThatARequestUsesIsTheUsersOwn() {
        var mia = new Owner(bed, "mia");
        var imported =
                mia.call()
                        .header("content-type", "text/html")
                        .body(
                                """
                                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                                <DL><p>
                                <DT><A HREF="https://example.com/a" TAGS="sea,fog,sky">Fog</A>
                                </DL><p>
                                """)
                        .send("ImportBookmarks");
        bed.drain();
        var tags = Owner.column(mia.call().query("sort", "tagName").all("ListTags", 10), "tagId");
        Owner.ok(mia.clip("d1", List.of(tags.get(0))));
        Owner.ok(patch(mia, "{\"tags\": [\"%s\"]}".formatted(tags.get(1))));
        var _ =
                mia.call()
                        .at("importId", imported.json().path("importId").asText())
                        .send("UndoImport");
        bed.drain();
        assertThat(Owner.column(mia.call().all("ListTags", 10), "tagName"))
                .containsExactlyInAnyOrder("fog", "sea");
        assertThat(mia.tagsOf("d1")).containsExactly(tags.get(1));
    }

    private static void tags(Owner owner, String... tags) {
        for (var tag : tags) {
            Owner.ok(owner.createTag(tag, "name of " + tag));
        }
    }

    /// Another patch changes the note between the read and the write of this one.
    @Test
    void concurrentPatchesOfDifferentFieldsBothApply() {
        var hal = new Owner(bed, "hal");
        hal.clip("d1", "link", "a", MORE);
        var patching =
                bed.interrupted(
                        "PatchFavorite", () -> Owner.ok(patch(hal, "{\"note\": \"second line\"}")));
        var patched =
                hal.call()
                        .at("dataId", "d1")
                        .body("{\"title\": \"b\"}")
                        .send("PatchFavorite", patching);
        assertThat(patched.json().path("title").asText()).isEqualTo("b");
        assertThat(patched.json().path("note").asText()).isEqualTo("second line");
        assertThat(hal.call().at("dataId", "d1").send("GetFavorite").json())
                .isEqualTo(patched.json());
    }

    /// The places are not part of the description, and the import no longer counts the favorite.
    @Test
    void importedFavoriteKeepsItsFolderAndStaysAfterAnUndo() {
        var gus = new Owner(bed, "gus");
        var imported =
                gus.call()
                        .header("content-type", "text/html")
                        .body(
                                """
                                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                                <DL><p><DT><H3>Sea</H3><DL><p>
                                <DT><A HREF="https://example.com/a" DATA_ID="d1">Fog</A>
                                </DL><p></DL><p>
                                """)
                        .send("ImportBookmarks");
        bed.drain();
        Owner.ok(patch(gus, "{\"title\": \"Mist\"}"));
        assertThat(gus.call().query("layout", "folders").send("ExportBookmarks").json().asText())
                .contains("<H3>Sea</H3>", "Mist");
        var undone =
                gus.call()
                        .at("importId", imported.json().path("importId").asText())
                        .send("UndoImport");
        assertThat(undone.status()).isEqualTo(202);
        bed.drain();
        assertThat(gus.found("mist")).containsExactly("d1");
    }

    private static TestResponse patch(Owner owner, String body) {
        return owner.call().at("dataId", "d1").body(body).send("PatchFavorite");
    }

    private static TestResponse patch(Owner owner, String body, String version) {
        return owner.call()
                .at("dataId", "d1")
                .header("if-match", version)
                .body(body)
                .send("PatchFavorite");
    }

    private static List<String> saved(Owner owner, String url) {
        return Owner.column(owner.call().query("url", url).all("FindFavoritesByUrl", 10), "dataId");
    }

    private static List<String> ofType(Owner owner, String function, String type) {
        var call = owner.call().at("tagId", "t1").at("dataType", type);
        return Owner.column(call.all(function, 10), "dataId");
    }
}
