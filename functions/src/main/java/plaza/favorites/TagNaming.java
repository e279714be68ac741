package plaza.favorites;

import org.jspecify.annotations.Nullable;
import plaza.favorites.model.StoredTag;
import plaza.favorites.model.TagName;
import plaza.http.Problem;
import plaza.id.UserId;
import plaza.table.Outcome;
import plaza.table.Table;

/// Gives an existing tag another name.
final class TagNaming {
    private TagNaming() {}

    /// The tag under its new name, or null where it changed since it was read.
    ///
    /// @throws plaza.http.ProblemException 409 naming the tag that has the name
    static @Nullable StoredTag rename(Table table, UserId user, StoredTag state, TagName name) {
        if (state.tag().tagName().equals(name)) {
            return state;
        }
        return switch (table.transact(TagWrites.renaming(user, state, name))) {
            case Outcome.Done() -> state.renamed(name);
            case Outcome.Refused refused ->
                    switch (refused.as(TagWrites.Failure.class)) {
                        case NAME_TAKEN -> throw taken(refused).exception();
                        case TAG_CHANGED, TAG_THERE -> null;
                    };
        };
    }

    /// That a name belongs to another tag, which the problem names.
    static Problem taken(Outcome.Refused refused) {
        var problem = Problem.conflict("tagName", "Another tag has this name.");
        var found = refused.found();
        return found == null
                ? problem
                : problem.with("existingTagId", FavoriteItems.tagOfName(found).value())
                        .with("existingTagName", found.text(FavoriteItems.TAG_NAME));
    }
}
