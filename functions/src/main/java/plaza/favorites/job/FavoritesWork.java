package plaza.favorites.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.favorites.id.BulkChangeId;
import plaza.favorites.id.DataId;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.id.UserId;
import plaza.job.StoredWork;
import plaza.job.Work;
import plaza.job.WorkType;

/// The kinds of work of this context.
public sealed interface FavoritesWork extends Work {
    /// These kinds, as the platform knows them.
    WorkType<FavoritesWork> TYPE = new WorkType<>(FavoritesWork.class, FavoritesWork::ofOrNull);

    /// Removes the taggings of a favorite that was unclipped.
    record UntagFavorite(UserId user, DataId data, GenerationId generation)
            implements FavoritesWork {
        static final String KIND = "untag";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, user, data, generation);
        }
    }

    /// Removes the taggings of a tag that was deleted.
    ///
    /// @param into the tag that receives the remaining taggings if a merge deleted the tag
    record EraseTag(UserId user, TagId tag, GenerationId generation, @Nullable TagId into)
            implements FavoritesWork {
        static final String KIND = "erasetag";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, user, tag, generation).with(into);
        }
    }

    /// Moves the taggings of a tag to the tag into which it is being merged.
    record MergeTag(UserId user, TagId tag, GenerationId generation) implements FavoritesWork {
        static final String KIND = "mergetag";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, user, tag, generation);
        }
    }

    /// Saves the bookmarks of an import.
    ///
    /// @param digest the digest in the keys of the chunks
    /// @param chunks the number of chunks
    /// @param importTime the clip time of bookmarks without a date
    record ImportBookmarks(UserId user, ImportId id, String digest, int chunks, Instant importTime)
            implements FavoritesWork {
        static final String KIND = "import";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, user, id).with(digest, chunks, importTime);
        }
    }

    /// Removes what an import added.
    record UndoImport(UserId user, ImportId id, Instant importTime) implements FavoritesWork {
        static final String KIND = "undoimport";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, user, id).with(importTime);
        }
    }

    /// Performs a bulk change.
    record ChangeFavorites(UserId user, BulkChangeId id) implements FavoritesWork {
        static final String KIND = "changefavorites";

        @Override
        public StoredWork stored() {
            return StoredWork.of(KIND, user, id);
        }
    }

    /// Reads stored work. Returns null if another context has work of this kind.
    private static @Nullable FavoritesWork ofOrNull(StoredWork stored) {
        var in = stored.texts();
        return switch (stored.kind()) {
            case UntagFavorite.KIND ->
                    new UntagFavorite(
                            in.next(UserId::of), in.next(DataId::of), in.next(GenerationId::of));
            case EraseTag.KIND ->
                    new EraseTag(
                            in.next(UserId::of),
                            in.next(TagId::of),
                            in.next(GenerationId::of),
                            in.isEmpty() ? null : in.next(TagId::of));
            case MergeTag.KIND ->
                    new MergeTag(
                            in.next(UserId::of), in.next(TagId::of), in.next(GenerationId::of));
            case ImportBookmarks.KIND ->
                    new ImportBookmarks(
                            in.next(UserId::of),
                            in.next(ImportId::of),
                            in.text(),
                            in.number(),
                            in.time());
            case UndoImport.KIND ->
                    new UndoImport(in.next(UserId::of), in.next(ImportId::of), in.time());
            case ChangeFavorites.KIND ->
                    new ChangeFavorites(in.next(UserId::of), in.next(BulkChangeId::of));
            default -> null;
        };
    }
}
