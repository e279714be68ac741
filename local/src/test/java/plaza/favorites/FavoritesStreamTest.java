package plaza.favorites;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.catalogue.StreamFunction;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.DataId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.tag.TaggingItems;
import plaza.id.UserId;
import plaza.stream.Changes;
import plaza.table.Query;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;

/// What FanOut does with the records of this context.
class FavoritesStreamTest {
    private static final StreamFunction FAN_OUT = TestBed.streamRow("FanOut");

    private final TestBed bed = new TestBed();
    private final StreamTap fanOut = new StreamTap(bed.emulator(), FAN_OUT);

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void clippedAndUnclippedFavoritesAreCountedForTheirUsers() {
        clip("ann", "d1");
        clip("ann", "d2");
        clip("ben", "d1");
        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        assertThat(favorites("ann")).isEqualTo(2);
        assertThat(favorites("ben")).isEqualTo(1);

        clip("ann", "d3");
        bed.as("ben").at("userId", "ben").at("dataId", "d1").send("UnclipFavorite").orFail();
        clip("ann", "d4");
        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        assertThat(favorites("ann")).isEqualTo(4);
        assertThat(favorites("ben")).isZero();

        // A change of a favorite is neither a clip nor an unclip.
        clip("ann", "d1");
        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        assertThat(favorites("ann")).isEqualTo(4);
    }

    /// The import has already counted them.
    @Test
    void favoritesOfAnImportAreNotCountedAgain() {
        clip("ann", "d1");
        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        assertThat(favorites("ann")).isEqualTo(1);
        clip("ann", "d2");
        var imported = fanOut.next();
        imported.getFirst()
                .getDynamodb()
                .getNewImage()
                .put(FavoriteItems.ADDED_BY, new AttributeValue("i1"));

        assertThat(fanOut.deliver(bed, imported)).isEmpty();
        assertThat(favorites("ann")).isEqualTo(1);

        // Only the import's own write is one of its records: the user unclips the favorite later.
        var unclipped = imported.getFirst().getDynamodb();
        unclipped.setOldImage(unclipped.getNewImage());
        unclipped.setNewImage(null);
        assertThat(fanOut.deliver(bed, imported)).isEmpty();
        assertThat(favorites("ann")).isZero();
    }

    @Test
    void untaggingStartsWithTheRecordOfTheFavorite() {
        clip("ann", "d1");
        var tag = bed.as("ann").at("userId", "ann").at("dataId", "d1").at("tagId", "t1");
        tag.body("{\"tagName\": \"web\"}").send("CreateTag").orFail();
        tag.send("TagFavorite").orFail();
        fanOut.drain(bed);
        assertThat(tagged()).containsExactly("d1");

        bed.as("ann").at("userId", "ann").at("dataId", "d1").send("UnclipFavorite").orFail();
        fanOut.drain(bed);
        assertThat(tagged()).isEmpty();
    }

    private void clip(String user, String data) {
        bed.as(user)
                .at("userId", user)
                .at("dataId", data)
                .body("{\"dataType\": \"link\", \"title\": \"Fog\"}")
                .send("ClipFavorite")
                .orFail();
    }

    private long favorites(String user) {
        return requireNonNull(bed.table().getConsistent(FavoritesKeys.USAGE.key(UserId.of(user))))
                .number(QuotaUsage.FAVORITES);
    }

    /// The favorites with the tag.
    private List<String> tagged() {
        var index = FavoritesKeys.TAGGED_BY_TAG.of(UserId.of("ann"), TagId.of("t1"));
        return bed.table().read(Query.in(index), 10, null).items().stream()
                .map(item -> TaggingItems.dataOf(item).value())
                .toList();
    }

    @Test
    void aClippedOrUnclippedFavoriteHasItsState() {
        var favorite = bed.as("ann").at("userId", "ann").at("dataId", "d1");
        favorite.body("{\"dataType\": \"link\", \"title\": \"One\"}").send("ClipFavorite");
        favorite.body("{\"dataType\": \"link\", \"title\": \"Two\"}").send("ClipFavorite");
        bed.as("ann").at("userId", "ann").at("dataId", "d1").send("UnclipFavorite");

        var titles = new ArrayList<List<String>>();
        for (var streamRecord : fanOut.next()) {
            if (event(streamRecord) instanceof FavoritesEvent.FavoriteChanged changed) {
                assertThat(changed.user()).isEqualTo(UserId.of("ann"));
                assertThat(changed.data()).isEqualTo(DataId.of("d1"));
                titles.add(List.of(title(changed.before()), title(changed.after())));
            }
        }
        assertThat(titles).containsExactly(List.of("none", "One"), List.of("Two", "none"));
    }

    private static String title(@Nullable StoredFavorite clip) {
        return clip == null ? "none" : clip.favorite().title().text();
    }

    @Test
    void onlyTheDeletionOfATagIsAnEvent() {
        var tag = bed.as("ann").at("userId", "ann").at("tagId", "t1");
        tag.body("{\"tagName\": \"One\"}").send("CreateTag");
        bed.as("ann").at("userId", "ann").at("tagId", "t1").send("DeleteTag");

        var records = fanOut.next();
        var deletions = records.stream().filter(r -> event(r) instanceof FavoritesEvent.TagDeleted);
        assertThat(deletions).hasSize(1);

        var deletion = records.getLast().getDynamodb();
        assertThat(event(records.getLast())).isInstanceOf(FavoritesEvent.TagDeleted.class);
        deletion.setNewImage(deletion.getOldImage());
        assertThat(event(records.getLast())).isNull();
        deletion.setOldImage(null);
        assertThat(event(records.getLast())).isNull();
    }

    private @Nullable FavoritesEvent event(DynamodbStreamRecord streamRecord) {
        return FavoritesEvent.ofOrNull(Changes.of(streamRecord));
    }
}
