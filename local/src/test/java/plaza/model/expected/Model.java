package plaza.model.expected;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A model of one context: predicts each response from plain maps.
///
/// It needs [#respond] and [#reads]. The other methods have defaults, which suit a context whose
/// path parameters are ids, whose bodies have no required fields and whose counts are not delayed.
public interface Model {
    /// The form of an id.
    Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    /// Returns the rejection that depends on the call alone, and so applies to repeated calls too;
    /// null if there is none.
    default @Nullable ExpectedResponse rejection(Call call) {
        return null;
    }

    /// Predicts the response to a call that `CommonRejections` lets pass, and changes the state.
    ExpectedResponse respond(Call call, Instant now);

    /// Applies what the stream functions do. Called when the stream is drained.
    default void onDrained(Instant now) {}

    /// Whether work is in progress of which the model knows only the result, so that the stream
    /// must be drained instead of delivered in part.
    default boolean isBusy() {
        return false;
    }

    /// Returns calls whose responses contain ids that the server chose while the stream was
    /// delivered.
    default List<Call> callsThatReturnIds() {
        return List.of();
    }

    /// Returns calls that together read everything.
    List<Call> reads();

    /// Returns the functions that create items, called more often at the beginning of a sequence.
    /// One that is named twice is called twice as often.
    default List<String> creators() {
        return List.of();
    }

    /// Returns the path parameter that names the owner, who alone may call the routes of an owner.
    default String ownerParameter() {
        return "userId";
    }

    /// Returns the required fields of the body of each function that has some.
    default Map<String, List<String>> requiredFields() {
        return Map.of();
    }

    /// Returns the fields of a body that are malformed.
    default Set<String> malformedFields(Map<String, Object> body) {
        return Set.of();
    }

    /// Whether a path parameter is well-formed.
    default boolean isWellFormed(String parameter, String value) {
        return ID.matcher(value).matches();
    }

    /// Returns the fields of responses with the id of a new item, of which a response has at most
    /// one.
    default List<String> newIds() {
        return List.of();
    }

    /// Whether the result of a call depends on whether the stream is drained before it.
    default boolean drainsBefore(String function) {
        return drainsAfter(function);
    }

    /// Whether the job that the function starts runs as a whole after the call.
    default boolean drainsAfter(String function) {
        return false;
    }

    /// Returns the limit of small pages, of which each list has several.
    default int smallPage() {
        return 2;
    }

    /// Returns the items of a page.
    default ArrayNode items(JsonNode body) {
        return body.path("items") instanceof ArrayNode items
                ? items
                : JsonNodeFactory.instance.arrayNode();
    }
}
