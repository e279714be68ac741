package plaza.favorites;

import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.StoredTag;
import plaza.http.Problem;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.log.Log;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Unavailable;

/// Reads the favorites under a tag: one Query for the rows, one BatchGetItem for the favorites and
/// the tag itself. Reading them fresh is why what was unclipped or untagged does not show.
final class FavoritesByTag {
    private enum Failure {
        LOOKED_AT_MEANWHILE
    }

    private final Table table;
    private final Clock clock;

    FavoritesByTag(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /// One page, of which each favorite passes `shows`. Reading it moves the tag's last access.
    ///
    /// @throws plaza.http.ProblemException 404 where there is no such tag
    Page<Favorite> page(
            UserId user,
            TagId tag,
            Query query,
            Page.Ask ask,
            java.util.function.Predicate<Favorite> shows) {
        var opened = new AtomicReference<StoredTag>();
        var page =
                table.page(
                        query,
                        ask,
                        rows -> shown(user, tag, rows, shows, opened),
                        FavoriteItems::taggedFavorite);
        touch(user, opened.get());
        return page;
    }

    private List<Item> shown(
            UserId user,
            TagId tag,
            List<Item> rows,
            java.util.function.Predicate<Favorite> shows,
            AtomicReference<StoredTag> opened) {
        var tagKey = KeySpace.tag(user, tag);
        var keys = new ArrayList<Key>();
        keys.add(tagKey);
        rows.forEach(row -> keys.add(KeySpace.favorite(user, FavoriteItems.dataOf(row))));
        var found = table.getByKey(keys);
        var tagItem = found.get(tagKey);
        if (tagItem == null) {
            throw Problem.notFound("tagId", "The tag does not exist.").exception();
        }
        var state = FavoriteItems.storedTag(tagItem);
        opened.set(state);
        var shown = new ArrayList<Item>();
        for (var row : rows) {
            var item = found.get(KeySpace.favorite(user, FavoriteItems.dataOf(row)));
            if (item != null) {
                var clip = FavoriteItems.storedFavorite(item);
                if (TaggingWrites.isOf(row, clip, state) && shows.test(clip.favorite())) {
                    shown.add(FavoriteItems.joined(row, item));
                }
            }
        }
        return shown;
    }

    /// Notes the access, at most once in [plaza.favorites.model.Tag#ACCESS_STEP_SECONDS]. The page
    /// is worth more than the note: it is answered also where the note cannot be taken.
    private void touch(UserId user, StoredTag state) {
        var now = Instant.ofEpochMilli(clock.millis());
        var tag = state.tag();
        if (!tag.updatesAccessAt(now)) {
            return;
        }
        var unmoved =
                attribute(FavoriteItems.GENERATION)
                        .is(state.generation().value())
                        .and(
                                attribute(FavoriteItems.LAST_ACCESS_TIME)
                                        .is(tag.lastAccessTime().toEpochMilli()));
        try {
            var _ =
                    table.write(
                            FavoriteItems.accessed(user, tag.tagId(), now)
                                    .onlyIf(unmoved.otherwise(Failure.LOOKED_AT_MEANWHILE)));
        } catch (Unavailable fault) {
            Log.fault("a tag's last access could not be noted", fault);
        }
    }
}
