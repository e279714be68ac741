package plaza.favorites;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import plaza.favorites.model.StoredTag;
import plaza.favorites.model.TagName;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.KeySpace;
import plaza.table.Write;

/// The transactions that make, rename and delete a tag: the tag and the item that makes its name
/// unique always change together.
final class TagWrites {
    /// Why one of them is refused.
    enum Failure {
        /// There is a tag with the id already.
        TAG_THERE,
        /// Another tag has the name.
        NAME_TAKEN,
        /// The tag was renamed or deleted since it was read.
        TAG_CHANGED
    }

    private TagWrites() {}

    static List<Write> creation(UserId user, StoredTag state) {
        return List.of(
                Write.Put.of(FavoriteItems.tag(user, state))
                        .onlyIf(absent().otherwise(Failure.TAG_THERE)),
                Write.Put.of(FavoriteItems.tagName(user, state))
                        .onlyIf(absent().otherwise(Failure.NAME_TAKEN)));
    }

    static List<Write> renaming(UserId user, StoredTag state, TagName name) {
        var renamed = state.renamed(name);
        var writes = new ArrayList<Write>();
        writes.add(FavoriteItems.renaming(user, renamed).onlyIf(unchanged(state)));
        var named = Write.Put.of(FavoriteItems.tagName(user, renamed));
        if (renamed.normalisedName().equals(state.normalisedName())) {
            writes.add(named.onlyIf(isOf(state.tag().tagId())));
        } else {
            writes.add(named.onlyIf(absent().otherwise(Failure.NAME_TAKEN)));
            writes.add(nameless(user, state));
        }
        return writes;
    }

    static List<Write> deletion(UserId user, StoredTag state) {
        return List.of(
                Write.Delete.of(KeySpace.tag(user, state.tag().tagId())).onlyIf(unchanged(state)),
                nameless(user, state));
    }

    private static Write nameless(UserId user, StoredTag state) {
        return Write.Delete.of(KeySpace.tagName(user, state.normalisedName()))
                .onlyIf(isOf(state.tag().tagId()));
    }

    private static Condition unchanged(StoredTag state) {
        return attribute(FavoriteItems.GENERATION)
                .is(state.generation().value())
                .and(attribute(FavoriteItems.NORMALISED_NAME).is(state.normalisedName()))
                .otherwise(Failure.TAG_CHANGED);
    }

    private static Condition isOf(TagId tag) {
        return attribute(FavoriteItems.TAG_ID).is(tag.value()).otherwise(Failure.TAG_CHANGED);
    }
}
