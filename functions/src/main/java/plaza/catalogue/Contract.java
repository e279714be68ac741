package plaza.catalogue;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.http.Parameter;
import plaza.http.Problem;
import plaza.http.Shape;

/// What the requests and responses of a route consist of, apart from its path and the fields of its
/// body.
///
/// @param query the query parameters
/// @param bodyType the media type of a body that is not JSON, or null
/// @param isBodyOptional whether a request may have no body at all
/// @param isConditional whether the route evaluates `If-Match`
/// @param successes the responses with which the route succeeds
/// @param problems the kinds of problems with which the function responds
/// @param members the extension members of these problems
public record Contract(
        List<Parameter<?>> query,
        @Nullable FileType bodyType,
        boolean isBodyOptional,
        boolean isConditional,
        List<Success> successes,
        Set<Problem.Kind> problems,
        List<Problem.Member<?>> members) {
    /// A contract without parameters, bodies and responses.
    public static final Contract NONE =
            new Contract(List.of(), null, false, false, List.of(), Set.of(), List.of());

    /// A response with which a route succeeds.
    ///
    /// @param headers the headers that it always has
    /// @param optionalHeaders the headers that it may have
    public record Success(
            int status, Content content, Set<Header> headers, Set<Header> optionalHeaders) {}

    /// The body of a response.
    public sealed interface Content {
        /// No body.
        record None() implements Content {}

        /// One object.
        record One(Shape<?> shape) implements Content {}

        /// A list.
        ///
        /// @param name the name of the list, which is nearly always [plaza.http.Response#ITEMS]
        /// @param hasPages whether `nextCursor` may lead to further items
        /// @param head the properties of a page besides; null if there are none
        record Items(String name, Shape<?> shape, boolean hasPages, @Nullable Shape<?> head)
                implements Content {}

        /// A file of JSON objects, one in each line.
        ///
        /// @param shapes those that a line can have, which differ in the property `kind`
        record Lines(FileType type, List<Shape<?>> shapes) implements Content {
            public Lines {
                shapes = List.copyOf(shapes);
            }
        }

        /// A file.
        record File(FileType type) implements Content {}
    }

    /// A header of responses.
    public enum Header {
        ACCEPT_PATCH(
                "Accept-Patch",
                "The media types that the body can have.",
                "application/json, application/merge-patch+json"),
        CONTENT_DISPOSITION("Content-Disposition", "The name of the file.", "attachment"),
        ETAG("ETag", "The version of the resource.", "\"2f8Vm9kQpTz1Xc4d\""),
        LINK(
                "Link",
                "The address of the next page.",
                "</users/alice/items?cursor=AZk3nQ>; rel=\"next\""),
        LOCATION("Location", "The path of the resource.", "/users/alice/items/01K9QZ"),
        RATE_LIMIT(
                "RateLimit",
                "The requests that remain (r) for the next seconds (t).",
                "\"writes\";r=3599;t=1800"),
        RATE_LIMIT_POLICY(
                "RateLimit-Policy",
                "The requests (q) that each window of seconds (w) has.",
                "\"writes\";q=3600;w=3600"),
        RETRY_AFTER("Retry-After", "The seconds to wait before the request is repeated.", "1"),
        WWW_AUTHENTICATE("WWW-Authenticate", "What the token lacks.", "Bearer");

        private final String wireName;
        private final String description;
        private final String example;

        Header(String wireName, String description, String example) {
            this.wireName = wireName;
            this.description = description;
            this.example = example;
        }

        /// The name in responses.
        public String wireName() {
            return wireName;
        }

        public String description() {
            return description;
        }

        public String example() {
            return example;
        }
    }
}
