package plaza.favorites.change;

import java.util.List;
import plaza.http.Schema.Text;
import plaza.text.Malformed;

/// What a bulk change does with each favorite that its search finds.
public enum BulkAction {
    TAG("tag"),
    UNTAG("untag"),
    UNCLIP("unclip");

    /// The action in requests and responses.
    static final Text<BulkAction> TEXT =
            Text.oneOf(BulkAction::parse, BulkAction::wireName, List.of(values()));

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

    /// @throws Malformed if no action has this wire name
    static BulkAction parse(String wireName) {
        for (var action : values()) {
            if (action.wireName.equals(wireName)) {
                return action;
            }
        }
        throw new Malformed("must be tag, untag or unclip");
    }
}
