package plaza.local.context;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/// Chooses what the example of a function names, if an id that merely exists is not enough: the
/// post of a like must be one that the caller likes.
@FunctionalInterface
public interface ExampleRule {
    /// Returns values of parameters and of fields of the body, by their names. The others stay as
    /// they are. Empty if the table has nothing that fits; the example then does not succeed.
    Optional<ObjectNode> values(StoredItems items, String caller);
}
