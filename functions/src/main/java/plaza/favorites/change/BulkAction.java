package plaza.favorites.change;

import java.util.List;
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

    boolean needsTag() {
        return this != UNCLIP;
    }
}
