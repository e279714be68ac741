package plaza.favorites.key;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.table.StoredKeys.stored;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.favorites.id.DataId;
import plaza.favorites.id.TagId;
import plaza.id.UserId;
import plaza.table.ItemCollection;
import plaza.table.KeyTime;
import plaza.table.TableSchema.Index;

class FavoritesKeysTest {
    private static final UserId ANN = UserId.of("ann");
    private static final TagId TAG = TagId.of("t1");

    @Test
    void keysAreWrittenAndReadWithTheirTypes() {
        stored("TagName#ann", "a #b c", FavoritesKeys.TAG_NAME, ANN, "a #b c");
    }

    @Test
    void indexKeysAreStoredAsBefore() {
        assertThat(
                        List.of(
                                FavoritesKeys.FAVORITES_BY_CLIP_TIME.of(ANN),
                                FavoritesKeys.FAVORITES_BY_TYPE.of(ANN, "link"),
                                FavoritesKeys.FAVORITES_BY_URL.of(ANN, "abc"),
                                FavoritesKeys.TAGS_BY_NAME.of(ANN),
                                FavoritesKeys.TAGS_BY_CREATE_TIME.of(ANN),
                                FavoritesKeys.TAGS_BY_LAST_ACCESS_TIME.of(ANN),
                                FavoritesKeys.TAGGED_BY_TAG.of(ANN, TAG)))
                .containsExactly(
                        new ItemCollection(Index.LSI_ONE, "FavoriteData#ann"),
                        new ItemCollection(Index.GSI_ONE, "FavoriteData#ann#link"),
                        new ItemCollection(Index.GSI_TWO, "FavoriteUrl#ann#abc"),
                        new ItemCollection(Index.LSI_ONE, "Tag#ann"),
                        new ItemCollection(Index.LSI_TWO, "Tag#ann"),
                        new ItemCollection(Index.LSI_THREE, "Tag#ann"),
                        new ItemCollection(Index.GSI_ONE, "FavoriteDataTag#ann#t1"));
        var time = Instant.ofEpochMilli(123);
        assertThat(FavoritesKeys.CLIP_ORDER.of(time, DataId.of("d1")))
                .isEqualTo("0000000000123#d1");
        assertThat(FavoritesKeys.NAME_ORDER.of("a #b", TAG)).isEqualTo("a #b  #t1");
        assertThat(FavoritesKeys.TIME_ORDER.of(time, TAG)).isEqualTo("0000000000123#t1");
    }

    @Test
    void clipOrderIsTimeOrderThenIdOrder() {
        Seeds.forEach(
                "clipOrderIsTimeOrderThenIdOrder",
                500,
                random -> {
                    var clips = new ArrayList<Clip>();
                    for (var index = 0; index < 20; index++) {
                        clips.add(new Clip(time(random), DataId.of(id(random))));
                    }
                    var byKey = new ArrayList<>(clips);
                    byKey.sort(
                            Comparator.comparing(
                                    clip -> FavoritesKeys.CLIP_ORDER.of(clip.time(), clip.data())));
                    clips.sort(Comparator.comparing(Clip::time).thenComparing(Clip::data));
                    assertThat(byKey).isEqualTo(clips);
                });
    }

    private record Clip(Instant time, DataId data) {}

    private static String id(SplittableRandom random) {
        var letters = "ABCXYZabcxyz0189_-";
        var id = new StringBuilder();
        for (var length = 1 + random.nextInt(6); length > 0; length--) {
            id.append(letters.charAt(random.nextInt(letters.length())));
        }
        return id.toString();
    }

    private static Instant time(SplittableRandom random) {
        return Instant.ofEpochMilli(
                random.nextBoolean()
                        ? random.nextLong(5)
                        : random.nextLong(KeyTime.TIME_MAX.toEpochMilli()));
    }
}
