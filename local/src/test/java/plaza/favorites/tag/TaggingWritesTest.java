package plaza.favorites.tag;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static plaza.table.Condition.absent;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.favorites.Owner;
import plaza.favorites.favorite.FavoriteGeneration;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.id.DataId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;
import plaza.testkit.Interruption;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Requests that tag a favorite while other writers change the tag or the tagging. No job runs, so
/// that taggings of earlier generations remain.
class TaggingWritesTest {
    private static final TestBed bed = new TestBed();

    /// @param isLeft whether a tagging of an earlier generation of the favorite remains
    @ParameterizedTest
    @CsvSource({
        "TagFavorite, false",
        "TagFavorite, true",
        "ImportBookmarks, false",
        "ImportBookmarks, true"
    })
    void aTagThatIsDeletedMeanwhileReceivesNoFavorite(String function, boolean isLeft) {
        var owner = owner("deleted-" + function + "-" + isLeft);
        if (isLeft) {
            Owner.ok(owner.tag("d", "t"));
            unclip(owner, function);
        }
        assertThat(tag(owner, function, isLeft, () -> Owner.ok(owner.deleteTag("t")))).isFalse();
    }

    @Test
    void aFavoriteThatIsClippedAgainMeanwhileReceivesNoTagFromAnImport() {
        var owner = owner("clipped");
        assertThat(tag(owner, "ImportBookmarks", false, () -> unclip(owner, "ImportBookmarks")))
                .isFalse();
    }

    /// What happens meanwhile to a tagging that remains from an earlier generation.
    enum Change {
        REMOVED,
        REPLACED
    }

    static Stream<Arguments> replacements() {
        return Stream.of("TagFavorite", "PatchFavorite", "ClipFavorite", "ImportBookmarks")
                .flatMap(function ->
                        Stream.of(Change.values()).map(change -> Arguments.of(function, change)));
    }

    @ParameterizedTest
    @MethodSource("replacements")
    void aTaggingThatReplacesAnotherIsCountedOnce(String function, Change change) {
        var owner = owner(function + "-" + change);
        Owner.ok(owner.tag("d", "t"));
        var first = FavoriteItems.generation(item(favorite(owner)));
        if (change == Change.REPLACED) {
            Owner.ok(owner.deleteTag("t"));
            Owner.ok(owner.createTag("t", "t"));
        }
        if (change != Change.REPLACED || function.equals("ClipFavorite")) {
            unclip(owner, function);
        }
        Runnable other =
                switch (change) {
                    case REMOVED ->
                            () -> {
                                var work =
                                        new FavoritesWork.UntagFavorite(
                                                owner.id(), DataId.of("d"), first);
                                jobs().untag(work, null);
                            };
                    case REPLACED -> () -> tagAgain(owner, function);
                };
        assertThat(tag(owner, function, true, other)).isTrue();
        assertThat(owner.underTag("t")).containsExactly("d");
        assertThat(counted(owner)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TagFavorite", "PatchFavorite", "ClipFavorite", "ImportBookmarks"})
    void aTaggingThatTheUserAddsMeanwhileIsCountedOnce(String function) {
        var owner = owner("added-" + function);
        unclip(owner, function);
        assertThat(tag(owner, function, false, () -> tagAgain(owner, function))).isTrue();
        assertThat(owner.underTag("t")).containsExactly("d");
        assertThat(counted(owner)).isEqualTo(1);
    }

    /// Whatever replaces the tagging between the read and the removal: the favorite has the tag no
    /// more when the request returns.
    @ParameterizedTest
    @EnumSource
    void aTaggingThatChangesMeanwhileIsRemovedToo(Change change) {
        var owner = owner("untagged-" + change);
        Owner.ok(owner.tag("d", "t"));
        var other =
                Interruption.beforeAnyWrite(() -> {
                    Owner.ok(owner.untag("d", "t"));
                    if (change == Change.REPLACED) {
                        Owner.ok(owner.unclip("d"));
                        clip(owner);
                        Owner.ok(owner.tag("d", "t"));
                    }
                });
        var untag = new UntagFavorite(bed.services(other.on(bed.table())));
        Owner.ok(owner.call().at("dataId", "d").at("tagId", "t").send("UntagFavorite", untag));
        assertThat(other.hasRun()).isTrue();
        assertThat(owner.taggingsOf("d")).isEmpty();
        assertThat(counted(owner)).isZero();
    }

    private static Owner owner(String name) {
        var owner = new Owner(bed, name);
        Owner.ok(owner.createTag("t", "t"));
        clip(owner);
        return owner;
    }

    /// Unclips the favorite, and clips it again unless the function does.
    private static void unclip(Owner owner, String function) {
        Owner.ok(owner.unclip("d"));
        if (!function.equals("ClipFavorite")) {
            clip(owner);
        }
    }

    /// Tags the favorite; if the function clips it, it does not exist before and afterwards.
    private static void tagAgain(Owner owner, String function) {
        var isClipped = !function.equals("ClipFavorite");
        if (!isClipped) {
            clip(owner);
        }
        Owner.ok(owner.tag("d", "t"));
        if (!isClipped) {
            Owner.ok(owner.unclip("d"));
        }
    }

    private static void clip(Owner owner) {
        Owner.ok(owner.clip("d", "link", "title", Map.of()));
    }

    /// Tags the favorite; something else happens before the write.
    ///
    /// @param isReplacement whether it happens before the write that replaces a tagging
    /// @return whether the favorite has the tag
    private static boolean tag(
            Owner owner, String function, boolean isReplacement, Runnable other) {
        var interruption =
                Interruption.before(
                        write ->
                                write instanceof Write.Put
                                        && FavoritesKeys.TAGGED_FAVORITE.is(write.key())
                                        && isReplacement != absent().equals(write.condition()),
                        other);
        var isTagged =
                function.equals("ImportBookmarks")
                        ? tagByImport(owner, interruption)
                        : request(owner, function)
                                        .send(function, bed.interrupted(function, interruption))
                                        .status()
                                < 300;
        assertThat(interruption.hasRun()).isTrue();
        return isTagged;
    }

    private static TestRequest request(Owner owner, String function) {
        var request = owner.call().at("dataId", "d");
        return switch (function) {
            case "TagFavorite" -> request.at("tagId", "t");
            case "PatchFavorite" -> request.body("{\"tags\": [\"t\"]}");
            default ->
                    request.body(
                            """
                            {"dataType": "link", "title": "title", "tags": ["t"]}
                            """);
        };
    }

    /// Tags the favorite as the job of an import does.
    private static boolean tagByImport(Owner owner, Interruption interruption) {
        var favorite = FavoriteItems.generation(item(favorite(owner)));
        var tag = TagItems.storedTag(item(FavoritesKeys.TAG.key(owner.id(), TagId.of("t"))));
        var result =
                new TaggingWrites(interruption.on(bed.table()))
                        .tagAll(
                                owner.id(),
                                new FavoriteGeneration(DataId.of("d"), favorite),
                                List.of(TagGeneration.of(tag)),
                                ImportId.of("i"));
        return result == TaggingWrites.Result.TAGGED
                || result == TaggingWrites.Result.ALREADY_TAGGED;
    }

    private static TaggingJobs jobs() {
        return new TaggingJobs(bed.table(), bed.clock());
    }

    /// The favorites that the tag counts.
    private static long counted(Owner owner) {
        var tag = TagItems.storedTag(item(FavoritesKeys.TAG.key(owner.id(), TagId.of("t"))));
        return TagCountItems.count(bed.table().getConsistent(TagCountItems.key(owner.id(), tag)));
    }

    private static Key favorite(Owner owner) {
        return FavoritesKeys.FAVORITE.key(owner.id(), DataId.of("d"));
    }

    private static Item item(Key key) {
        return requireNonNull(bed.table().getConsistent(key));
    }
}
