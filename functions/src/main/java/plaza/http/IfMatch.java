package plaza.http;

import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The precondition `If-Match` of a request (RFC 9110, section 13.1.1).
///
/// A handler evaluates it for the state that its conditional write replaces. It evaluates it only
/// if the request changes this state: a repeated request whose first attempt succeeded therefore
/// does not fail.
///
/// @param tags the distinct strong entity tags without quotes, with `*` as it is; null if the
///   request does not have the header
public record IfMatch(@Nullable Set<String> tags) {
    /// Whether the request has the header.
    public boolean isSent() {
        return tags != null;
    }

    /// Requires that the caller has seen the current version.
    ///
    /// @param resource what the problem calls the resource, such as `post`
    /// @param isCurrent whether an entity tag is of the current version
    /// @throws ProblemException 412 otherwise
    public void require(String resource, Predicate<String> isCurrent) {
        if (tags != null && !tags.contains("*") && tags.stream().noneMatch(isCurrent)) {
            throw failed(
                    "The %s has changed since the version in `If-Match`. Read it again.", resource);
        }
    }

    /// Requires that the caller expects no version, because the resource does not exist.
    ///
    /// @throws ProblemException 412 otherwise, also for `*`
    public void requireAbsent(String resource) {
        if (isSent()) {
            throw failed("The %s does not exist. Send the request without `If-Match`.", resource);
        }
    }

    private static ProblemException failed(String detail, String resource) {
        return Problem.of(Problem.Kind.PRECONDITION_FAILED, detail.formatted(resource)).exception();
    }
}
