package plaza.favorites.tag;

import org.jspecify.annotations.Nullable;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.table.Item;

/// The problems of requests about tags.
public final class TagProblems {
    private TagProblems() {}

    public static ProblemException noTag() {
        return Problem.notFound("tagId", "The tag does not exist.").exception();
    }

    /// Requires that a tag exists.
    ///
    /// @param item the tag, or null if it does not exist
    public static StoredTag requireTag(@Nullable Item item) {
        if (item == null) {
            throw noTag();
        }
        return TagItems.storedTag(item);
    }

    public static ProblemException tagMerging() {
        return Problem.conflict("tagId", "The tag is being merged into another tag.").exception();
    }

    /// A tag cannot be merged into the target.
    ///
    /// @param target the target, which is merging, or null if it does not exist
    static ProblemException invalidTarget(@Nullable Item target) {
        return target == null
                ? Problem.notFound("into", "The tag `into` does not exist.").exception()
                : Problem.conflict("into", "The tag `into` is being merged into another tag.")
                        .exception();
    }
}
