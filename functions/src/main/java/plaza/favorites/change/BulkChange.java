package plaza.favorites.change;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.id.BulkChangeId;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagGeneration;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.http.Json;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// A bulk change and its progress.
///
/// @param state what the job has stored last, because only the job knows when it ends
/// @param tag the tag that the favorites receive or lose; null if the action needs none
/// @param matched the number of favorites that the search found
public record BulkChange(
        BulkChangeId id,
        State state,
        BulkAction action,
        @Nullable TagGeneration tag,
        int matched,
        Counts counts,
        Instant createTime) {
    /// How long records exist.
    static final Duration LIFETIME = Duration.ofDays(14);

    private static final String ACTION = "action";
    private static final String MATCHED = "matched";
    private static final String CHANGED = "changed";
    private static final String SKIPPED = "skipped";
    private static final String STATE = "state";

    /// Whether the job is working on it.
    public enum State {
        RUNNING("running"),
        DONE("done"),
        /// The tag no longer accepts favorites.
        STOPPED("stopped");

        private static final Text<State> TEXT =
                Text.oneOf(state -> state.text, List.of(State.values()));

        private final String text;

        State(String text) {
            this.text = text;
        }
    }

    public static final Shape<BulkChange> SHAPE =
            Shape.<BulkChange>named("FavoritesChange")
                    .with("changeId", FavoritesIds.CHANGE, BulkChange::id)
                    .with("action", BulkAction.TEXT, BulkChange::action)
                    .optional(
                            "tagId",
                            FavoritesIds.TAG,
                            change -> change.tag == null ? null : change.tag.id())
                    .with("state", State.TEXT, BulkChange::state)
                    .with("matched", Whole.COUNT, BulkChange::matched)
                    .with("done", Whole.COUNT, change -> change.counts.done())
                    .with("changed", Whole.COUNT, change -> change.counts.changed)
                    .with("skipped", Whole.COUNT, change -> change.counts.skipped)
                    .with("createTime", Text.TIME, BulkChange::createTime);

    /// The processed favorites. A slice that is repeated counts the same.
    ///
    /// @param changed favorites that are now as the action requires, including those that already
    ///   were
    /// @param skipped favorites that were unclipped since the search
    public record Counts(int changed, int skipped) {
        static final Counts NONE = new Counts(0, 0);

        Counts plus(Counts other) {
            return new Counts(changed + other.changed, skipped + other.skipped);
        }

        int done() {
            return changed + skipped;
        }
    }

    static BulkChange started(
            BulkChangeId id,
            BulkAction action,
            @Nullable TagGeneration tag,
            int matched,
            Instant now) {
        var state = matched == 0 ? State.DONE : State.RUNNING;
        return new BulkChange(id, state, action, tag, matched, Counts.NONE, now);
    }

    public Item item(UserId user) {
        var item =
                Item.at(FavoritesKeys.CHANGE_RECORD.key(user, id))
                        .with(STATE, state.text)
                        .with(ACTION, action.wireName())
                        .with(MATCHED, matched)
                        .with(CHANGED, counts.changed)
                        .with(SKIPPED, counts.skipped)
                        .with(TagItems.CREATE_TIME, createTime);
        if (tag != null) {
            item.with(TagItems.TAG_ID, tag.id().value())
                    .with(TaggingItems.TAG_GENERATION, tag.generation().value());
        }
        return item.endingAt(createTime.plus(LIFETIME)).build();
    }

    /// Reads the record of a bulk change.
    public static BulkChange of(BulkChangeId id, Item item) {
        var tag = item.textOrNull(TagItems.TAG_ID);
        return new BulkChange(
                id,
                State.TEXT.parse().apply(item.text(STATE)),
                BulkAction.TEXT.parse().apply(item.text(ACTION)),
                tag == null
                        ? null
                        : new TagGeneration(TagId.of(tag), TaggingItems.tagGeneration(item)),
                (int) item.number(MATCHED),
                new Counts((int) item.number(CHANGED), (int) item.number(SKIPPED)),
                item.time(TagItems.CREATE_TIME));
    }

    /// The write that stores the progress. It sets absolute counts, so that a slice can be
    /// repeated.
    static Write.Update progress(Key key, State state, Counts counts) {
        return Write.Update.of(key)
                .set(STATE, state.text)
                .set(CHANGED, counts.changed)
                .set(SKIPPED, counts.skipped);
    }

    Json json() {
        return SHAPE.of(this);
    }
}
