package plaza.tally;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.tag.TaggingItems;
import plaza.id.DataId;
import plaza.id.GenerationId;
import plaza.id.PostId;
import plaza.id.SessionId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.social.gate.Standing;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.post.PostItems;
import plaza.social.view.View;
import plaza.social.view.ViewItems;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Write;

/// Which stream records change a count, and which item has it.
final class CountedEdgeTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final PostId POST = PostId.of("post");

    @Test
    void aLikeThatIsMarkedIsNotCountedAgain() {
        var before = LikeItems.like(new Like(POST, UserId.of("ann"), NOW));
        var after =
                new Standing(false, true, 1).mark(Write.Update.of(before.key())).appliedTo(before);

        assertThat(after).isNotEqualTo(before);
        assertThat(change(LikeItems.COUNTED, null, before)).isNotNull();
        assertThat(change(LikeItems.COUNTED, before, after)).isNull();
        assertThat(change(LikeItems.COUNTED, after, null)).isNotNull();
    }

    @Test
    void aViewThatReplacesAnExpiredOneIsCounted() {
        var before = ViewItems.view(new View(POST, SessionId.of("s1"), NOW));
        var after = ViewItems.view(new View(POST, SessionId.of("s1"), NOW.plus(View.LIFETIME)));

        assertThat(change(ViewItems.COUNTED, before, before)).isNull();
        assertThat(change(ViewItems.COUNTED, before, after)).isNotNull();
    }

    @Test
    void aTaggingIsCountedOncePerGenerationOfItsTag() {
        var before = tagging("first").with("type", "link").build();
        var changed = tagging("first").with("type", "video").build();
        var replaced = tagging("second").build();

        assertThat(change(TaggingItems.COUNTED, before, changed)).isNull();
        assertThat(change(TaggingItems.COUNTED, before, replaced)).isNotNull();
    }

    @Test
    void theStreamEndsATaggingThatItsWriterCountsFromNowOn() {
        var counted = tagging("first").version(2).build();
        var migrated = tagging("first").version(3).build();

        var ended = change(TaggingItems.COUNTED, counted, migrated);
        assertThat(ended).isNotNull();
        assertThat(requireNonNull(ended).on()).isFalse();
        assertThat(change(TaggingItems.COUNTED, null, migrated)).isNull();
        assertThat(change(TaggingItems.COUNTED, migrated, migrated)).isNull();
        assertThat(change(TaggingItems.COUNTED, migrated, null)).isNull();
    }

    @Test
    void aTagCountsTheTaggingsOfItsGeneration() {
        var tag =
                Item.at(KeySpace.TAG.key(UserId.of("ann"), TagId.of("t1")))
                        .with(FavoriteItems.GENERATION, "first")
                        .build();
        var counter = PostItems.counter(POST, UserId.of("ann"), Map.of());

        assertThat(TaggingItems.COUNTED.generationOf(tag)).isEqualTo("first");
        assertThat(TaggingItems.COUNTED.alive("first"))
                .isEqualTo(FavoriteItems.hasGeneration(GenerationId.of("first")));
        assertThat(LikeItems.COUNTED.generationOf(counter)).isNull();
    }

    @Test
    void anEdgeIsReadFromItsItemAndFromItsLedgerRow() {
        var like = LikeItems.like(new Like(POST, UserId.of("ann"), NOW));
        var edge = LikeItems.COUNTED.of(like);

        assertThat(edge.key()).isEqualTo(like.key());
        assertThat(LikeItems.COUNTED.of(Item.at(edge.row()).build())).isEqualTo(edge);
    }

    private static Item.Builder tagging(String generation) {
        return Item.at(
                        KeySpace.TAGGED_FAVORITE.key(
                                UserId.of("ann"), DataId.of("d1"), TagId.of("t1")))
                .with(TaggingItems.TAG_GENERATION, generation);
    }

    private static @Nullable EdgeChange change(
            CountedEdge edge, @Nullable Item before, @Nullable Item after) {
        return edge.change(before, after, SequenceNumber.of("1"), NOW, List.of());
    }
}
