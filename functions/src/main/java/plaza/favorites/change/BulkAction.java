package plaza.favorites.change;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.id.TagId;
import plaza.http.Problem;
import plaza.http.Schema.Text;

/// What a bulk change does with each favorite that its search finds.
public enum BulkAction {
    TAG("tag"),
    UNTAG("untag"),
    UNCLIP("unclip");

    /// The action in requests and responses.
    static final Text<BulkAction> TEXT = Text.oneOf(BulkAction::wireName, List.of(values()));

    private final String wireName;

    BulkAction(String wireName) {
        this.wireName = wireName;
    }

    String wireName() {
        return wireName;
    }

    /// Requires a tag if the action needs one, and none otherwise.
    ///
    /// @param field the field of the tag
    void requireTag(String field, @Nullable TagId tag) {
        if (this != UNCLIP && tag == null) {
            throw Problem.malformed(
                            field,
                            "The field `%s` is required for the action `%s`."
                                    .formatted(field, wireName))
                    .exception();
        }
        if (this == UNCLIP && tag != null) {
            throw Problem.malformed(
                            field, "The action `%s` has no field `%s`.".formatted(wireName, field))
                    .exception();
        }
    }
}
