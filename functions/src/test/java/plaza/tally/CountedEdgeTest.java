package plaza.tally;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.view.View;
import plaza.social.view.ViewItems;
import plaza.table.Item;
import plaza.table.Write;

/// Which stream records change a count.
final class CountedEdgeTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final PostId POST = PostId.of("post");

    @Test
    void aLikeThatIsHiddenCountsAsIfItDidNotExist() {
        var shown = LikeItems.like(new Like(POST, UserId.of("ann"), NOW));
        var hidden =
                new Standing(false, true, false, null, 1)
                        .mark(Write.Update.of(shown.key()))
                        .appliedTo(shown);

        assertThat(requireNonNull(change(LikeItems.COUNTED, null, shown)).on()).isTrue();
        assertThat(requireNonNull(change(LikeItems.COUNTED, shown, hidden)).on()).isFalse();
        assertThat(change(LikeItems.COUNTED, hidden, hidden)).isNull();
        assertThat(requireNonNull(change(LikeItems.COUNTED, hidden, shown)).on()).isTrue();
        assertThat(change(LikeItems.COUNTED, hidden, null)).isNull();
        assertThat(requireNonNull(change(LikeItems.COUNTED, shown, null)).on()).isFalse();
    }

    @Test
    void anotherChangeOfALikeIsNotCounted() {
        var like = LikeItems.like(new Like(POST, UserId.of("ann"), NOW));
        var changed = Write.Update.of(like.key()).set("other", true).appliedTo(like);

        assertThat(change(LikeItems.COUNTED, like, changed)).isNull();
    }

    @Test
    void aViewThatReplacesAnExpiredOneIsCounted() {
        var before = ViewItems.view(new View(POST, SessionId.of("s1"), NOW));
        var after = ViewItems.view(new View(POST, SessionId.of("s1"), NOW.plus(View.LIFETIME)));

        assertThat(change(ViewItems.COUNTED, before, before)).isNull();
        assertThat(change(ViewItems.COUNTED, before, after)).isNotNull();
    }

    @Test
    void anEdgeIsReadFromItsItemAndFromItsLedgerRow() {
        var like = LikeItems.like(new Like(POST, UserId.of("ann"), NOW));
        var edge = LikeItems.COUNTED.of(like);

        assertThat(edge.key()).isEqualTo(like.key());
        assertThat(LikeItems.COUNTED.of(Item.at(edge.row()).build())).isEqualTo(edge);
    }

    private static @Nullable EdgeChange change(
            CountedEdge edge, @Nullable Item before, @Nullable Item after) {
        return edge.change(
                before,
                after,
                SequenceNumber.of("1"),
                NOW,
                work -> Write.Put.of(Item.at(work.key()).build()));
    }
}
