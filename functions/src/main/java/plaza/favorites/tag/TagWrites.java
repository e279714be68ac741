package plaza.favorites.tag;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteItems;
import plaza.http.Ids;
import plaza.http.Problem;
import plaza.http.Problem.Member;
import plaza.http.ProblemException;
import plaza.id.ImportId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.Condition;
import plaza.table.Condition.Predicate;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// The transactions that create, rename and delete a tag. The tag and the item that reserves its
/// name always change together.
public final class TagWrites {
    /// The names of the conditions that can fail.
    public enum Failure {
        /// A tag with the id exists.
        TAG_EXISTS,
        /// Another tag has the name.
        NAME_TAKEN,
        /// The tag was renamed or deleted since it was read.
        TAG_CHANGED
    }

    public static final Member<TagId> EXISTING_TAG_ID = new Member<>("existingTagId", Ids.TAG);
    public static final Member<TagName> EXISTING_TAG_NAME =
            new Member<>("existingTagName", TagJson.TAG_NAME);

    private TagWrites() {}

    public static List<Write> creation(UserId user, StoredTag tag) {
        return List.of(
                Write.Put.of(TagItems.tag(user, tag))
                        .onlyIf(absent().otherwise(Failure.TAG_EXISTS)),
                Write.Put.of(TagItems.tagName(user, tag))
                        .onlyIf(absent().otherwise(Failure.NAME_TAKEN)));
    }

    static List<Write> deletion(UserId user, StoredTag tag) {
        return List.of(
                Write.Delete.of(KeySpace.TAG.key(user, tag.tag().tagId())).onlyIf(unchanged(tag)),
                nameRelease(user, tag));
    }

    /// Deletes a tag that an import created and that the user has not used since.
    public static List<Write> undoing(UserId user, StoredTag tag, ImportId id) {
        return List.of(
                Write.Delete.of(KeySpace.TAG.key(user, tag.tag().tagId()))
                        .onlyIf(
                                isUnchanged(tag)
                                        .and(FavoriteItems.isAddedBy(id))
                                        .and(attribute(TagItems.MERGING_INTO).isAbsent())
                                        .otherwise(Failure.TAG_CHANGED)),
                nameRelease(user, tag));
    }

    /// Renames a tag.
    ///
    /// @return the renamed tag, or null if the tag changed since it was read
    /// @throws ProblemException 409 if another tag has the name
    static @Nullable StoredTag rename(Table table, UserId user, StoredTag tag, TagName name) {
        if (tag.tag().tagName().equals(name)) {
            return tag;
        }
        return switch (table.transact(renaming(user, tag, name))) {
            case Outcome.Done() -> tag.renamed(name);
            case Outcome.Refused refused ->
                    switch (refused.as(Failure.class)) {
                        case NAME_TAKEN -> throw nameTaken(refused);
                        case TAG_CHANGED, TAG_EXISTS -> null;
                    };
        };
    }

    private static List<Write> renaming(UserId user, StoredTag tag, TagName name) {
        var renamed = tag.renamed(name);
        var writes = new ArrayList<Write>();
        writes.add(TagItems.renaming(user, renamed).onlyIf(unchanged(tag)));
        var reservation = Write.Put.of(TagItems.tagName(user, renamed));
        if (renamed.normalisedName().equals(tag.normalisedName())) {
            writes.add(reservation.onlyIf(belongsTo(tag.tag().tagId())));
        } else {
            writes.add(reservation.onlyIf(absent().otherwise(Failure.NAME_TAKEN)));
            writes.add(nameRelease(user, tag));
        }
        return writes;
    }

    /// The problem that another tag has the name, with the id and the name of that tag.
    static ProblemException nameTaken(Outcome.Refused refused) {
        var problem = Problem.conflict("tagName", "Another tag has this name.");
        var found = refused.found();
        return found == null
                ? problem.exception()
                : problem.with(EXISTING_TAG_ID, TagItems.tagOfName(found))
                        .with(EXISTING_TAG_NAME, new TagName(found.text(TagItems.TAG_NAME)))
                        .exception();
    }

    private static Write nameRelease(UserId user, StoredTag tag) {
        return Write.Delete.of(KeySpace.TAG_NAME.key(user, tag.normalisedName()))
                .onlyIf(belongsTo(tag.tag().tagId()));
    }

    private static Condition unchanged(StoredTag tag) {
        return isUnchanged(tag).otherwise(Failure.TAG_CHANGED);
    }

    private static Predicate isUnchanged(StoredTag tag) {
        return FavoriteItems.hasGeneration(tag.generation())
                .and(attribute(TagItems.NORMALISED_NAME).is(tag.normalisedName()));
    }

    private static Condition belongsTo(TagId tag) {
        return attribute(TagItems.TAG_ID).is(tag.value()).otherwise(Failure.TAG_CHANGED);
    }
}
