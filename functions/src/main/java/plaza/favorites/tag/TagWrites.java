package plaza.favorites.tag;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Problem;
import plaza.http.Problem.Member;
import plaza.http.ProblemException;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.table.Attempt;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Transaction;
import plaza.table.Write;

/// The transactions that create, rename, merge and delete a tag. The tag and the item that reserves
/// its name always change together. A deletion also closes the item that counts the tag's
/// favorites.
public final class TagWrites {
    /// The failures of a creation.
    public enum CreationFailure {
        /// A tag with the id exists.
        TAG_EXISTS,
        /// Another tag has the name.
        NAME_TAKEN
    }

    private enum RenamingFailure {
        /// The tag was renamed or deleted since it was read.
        TAG_CHANGED,
        /// Another tag has the name.
        NAME_TAKEN
    }

    /// Why a merge does not start.
    enum MergeFailure {
        NO_TAG,
        TAG_CHANGED,
        INVALID_TARGET,
        /// The tag is merging already.
        MERGING
    }

    public static final Member<TagId> EXISTING_TAG_ID =
            new Member<>("existingTagId", FavoritesIds.TAG);
    public static final Member<TagName> EXISTING_TAG_NAME =
            new Member<>("existingTagName", TagJson.TAG_NAME);

    private TagWrites() {}

    public static Transaction<CreationFailure> creation(UserId user, StoredTag tag) {
        return new Transaction<CreationFailure>()
                .add(
                        Write.Put.of(TagItems.tag(user, tag)).onlyIf(absent()),
                        CreationFailure.TAG_EXISTS)
                .add(
                        Write.Put.of(TagItems.tagName(user, tag)).onlyIf(absent()),
                        CreationFailure.NAME_TAKEN);
    }

    /// Deletes a tag if a condition on it holds.
    static List<Write> deletion(UserId user, StoredTag tag, Condition condition, Instant now) {
        return deletion(user, tag, condition, TagCountItems.deleted(user, tag, now));
    }

    private static List<Write> deletion(
            UserId user, StoredTag tag, Condition condition, Write closing) {
        return List.of(
                Write.Delete.of(FavoritesKeys.TAG.key(user, tag.tag().tagId())).onlyIf(condition),
                closing,
                nameRelease(user, tag));
    }

    /// Deletes a tag that an import created and that the user has not used since.
    public static List<Write> undoing(UserId user, StoredTag tag, ImportId id, Instant now) {
        return deletion(
                user,
                tag,
                FavoriteItems.isAddedBy(id).and(attribute(TagItems.MERGING_INTO).isAbsent()),
                TagCountItems.deleted(user, tag, now).onlyIf(TagCountItems.isUnused()));
    }

    /// Renames a tag.
    ///
    /// @return the renamed tag
    /// @throws ProblemException 409 if another tag has the name
    static Attempt<StoredTag> rename(Table table, UserId user, StoredTag tag, TagName name) {
        if (tag.tag().tagName().equals(name)) {
            return Attempt.done(TagCountItems.counted(table, user, tag));
        }
        return switch (table.transact(renaming(user, tag, name))) {
            case Outcome.Done() ->
                    Attempt.done(TagCountItems.counted(table, user, tag.renamed(name)));
            case Outcome.Refused(var failure, var found) ->
                    switch (failure) {
                        case TAG_CHANGED -> Attempt.tryAgain();
                        case NAME_TAKEN -> throw nameTaken(found);
                    };
        };
    }

    private static Transaction<RenamingFailure> renaming(UserId user, StoredTag tag, TagName name) {
        var renamed = tag.renamed(name);
        var renaming =
                new Transaction<RenamingFailure>()
                        .add(
                                TagItems.renaming(user, renamed)
                                        .onlyIf(FavoriteItems.hasGeneration(tag.generation())),
                                RenamingFailure.TAG_CHANGED);
        var reservation = Write.Put.of(TagItems.tagName(user, renamed));
        return renamed.normalisedName().equals(tag.normalisedName())
                ? renaming.add(
                        reservation.onlyIf(belongsTo(tag.tag().tagId())),
                        RenamingFailure.TAG_CHANGED)
                : renaming.add(reservation.onlyIf(absent()), RenamingFailure.NAME_TAKEN)
                        .add(nameRelease(user, tag), RenamingFailure.TAG_CHANGED);
    }

    /// The problem that another tag has the name, with the id and the name of that tag.
    ///
    /// @param found the reservation of the name
    static ProblemException nameTaken(@Nullable Item found) {
        var problem = Problem.conflict("tagName", "Another tag has this name.");
        return found == null
                ? problem.exception()
                : problem.with(EXISTING_TAG_ID, TagItems.tagOfName(found))
                        .with(EXISTING_TAG_NAME, new TagName(found.text(TagItems.TAG_NAME)))
                        .exception();
    }

    /// Starts the job that merges a tag into another one. It refers to the generation of the tag
    /// that was read. If the tag does not exist, a condition check fails, but only after the check
    /// for a repeated request. It fails even if the tag was created meanwhile, because no tag
    /// merges into itself.
    ///
    /// @param stored the tag, or null if it does not exist
    static Transaction<MergeFailure> merge(
            UserId user, TagId tag, @Nullable StoredTag stored, TagId into, Jobs jobs) {
        var transaction = new Transaction<MergeFailure>();
        var key = FavoritesKeys.TAG.key(user, tag);
        if (stored == null) {
            return transaction.add(
                    new Write.Check(key, attribute(TagItems.MERGING_INTO).is(tag.value())),
                    MergeFailure.NO_TAG);
        }
        transaction.add(
                new Write.Check(
                        FavoritesKeys.TAG.key(user, into),
                        exists().and(attribute(TagItems.MERGING_INTO).isAbsent())),
                MergeFailure.INVALID_TARGET);
        if (stored.mergingInto() == null) {
            transaction.add(
                    Write.Update.of(key)
                            .set(TagItems.MERGING_INTO, into.value())
                            .onlyIf(TaggingWrites.acceptsFavorites(stored)),
                    MergeFailure.TAG_CHANGED);
            transaction.add(TagCountItems.merging(user, stored), MergeFailure.TAG_CHANGED);
        } else {
            transaction.add(
                    new Write.Check(key, attribute(TagItems.MERGING_INTO).isAbsent()),
                    MergeFailure.MERGING);
        }
        return transaction.add(
                jobs.start(new FavoritesWork.MergeTag(user, tag, stored.generation())),
                MergeFailure.TAG_CHANGED);
    }

    /// The write that frees the name of a tag. Its condition fails if the tag was renamed since it
    /// was read.
    private static Write nameRelease(UserId user, StoredTag tag) {
        return Write.Delete.of(FavoritesKeys.TAG_NAME.key(user, tag.normalisedName()))
                .onlyIf(belongsTo(tag.tag().tagId()));
    }

    private static Condition belongsTo(TagId tag) {
        return attribute(TagItems.TAG_ID).is(tag.value());
    }
}
