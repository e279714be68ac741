package plaza.catalogue;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.http.Field;
import plaza.http.Request;
import plaza.table.KeySpace.Family;
import plaza.table.TableSchema.Index;

/// A function behind a route of the API.
///
/// @param handler its class
/// @param method the HTTP method
/// @param path the route's template
/// @param access the callers that the route admits
/// @param prerequisite what the caller must have created before; null if the function only reads
/// @param limit the kind of requests that callers can send only so often; null if the function only
///   reads, or if only administrators may call it
/// @param summary what the function does, as a short imperative
/// @param body the fields of its JSON body; empty if it takes none
/// @param grants all permissions on the table
/// @param budget the cost of a call
/// @param expansions what the query parameter `expand` can request, with the cost of a call
/// @param pages whether it returns pages, and so needs the key that signs cursors
public record HttpFunction(
        Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>> handler,
        String method,
        String path,
        Access access,
        @Nullable Prerequisite prerequisite,
        @Nullable Limit limit,
        String summary,
        List<Field<?>> body,
        List<Grant> grants,
        Budget budget,
        List<Expansion> expansions,
        boolean pages)
        implements FunctionRow {
    /// The resource server of the user pool: with a slash, the prefix of every scope of its tokens.
    public static final String RESOURCE_SERVER = "plaza";

    /// The name of the scope of all admin routes, and of the group whose members receive it.
    public static final String ADMIN_SCOPE = Request.ADMIN_GROUP;

    /// Starts a row. [Builder#costs] completes it.
    public static Builder http(
            Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>
                    handler,
            String method,
            String path,
            Access access) {
        return new Builder(handler, method, path, access);
    }

    /// Method and path as API Gateway writes them.
    public String routeKey() {
        return method + " " + path;
    }

    /// The scope that the route requires, without the prefix that [TokenRules] adds: one for each
    /// context, and one for the admin routes of all contexts.
    public String scopeName() {
        return access == Access.ADMIN ? ADMIN_SCOPE : context();
    }

    /// Collects what a row does not get from its route.
    public static final class Builder {
        private final Class<
                        ? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>
                handler;
        private final String method;
        private final String path;
        private final Access access;
        private final GrantList grants = new GrantList();
        private @Nullable Prerequisite prerequisite;
        private @Nullable Limit limit;
        private String summary = "";
        private final List<Expansion> expansions = new ArrayList<>();
        private List<Field<?>> body = List.of();
        private boolean pages;

        private Builder(
                Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>
                        handler,
                String method,
                String path,
                Access access) {
            this.handler = handler;
            this.method = method;
            this.path = path;
            this.access = access;
        }

        public Builder summary(String imperative) {
            summary = imperative;
            return this;
        }

        /// Declares a function that writes, and what the caller must have created before.
        public Builder requires(Prerequisite prerequisite) {
            this.prerequisite = prerequisite;
            return this;
        }

        /// Counts the function's requests under a limit of their own. Every other function with
        /// which users write is limited by [Limit#WRITES].
        public Builder limitedBy(Limit limit) {
            this.limit = limit;
            return this;
        }

        public Builder body(Field<?>... fields) {
            body = List.of(fields);
            return this;
        }

        public Builder paged() {
            pages = true;
            return this;
        }

        /// Declares the cost of a call with this value of `expand`: once for each word, and once
        /// for all words if there are several.
        public Builder expands(String words, double readUnits, int roundTrips, String when) {
            expansions.add(new Expansion(words, new Budget(readUnits, 0, roundTrips, when)));
            return this;
        }

        /// Adds what several rows declare alike.
        public Builder with(UnaryOperator<Builder> declarations) {
            return declarations.apply(this);
        }

        /// Grants actions on a family where it is stored.
        public Builder grant(Family family, Action... actions) {
            grants.grant(family, actions);
            return this;
        }

        /// Grants actions on a family in the given index.
        public Builder grant(Family family, Index index, Action... actions) {
            grants.grant(family, index, actions);
            return this;
        }

        /// Completes the row with the cost of a call in the case that `when` describes, without the
        /// limit: taking a token adds one write unit and one round trip.
        public HttpFunction costs(
                double readUnits, double writeUnits, int roundTrips, String when) {
            if (limit == null && prerequisite != null && access != Access.ADMIN) {
                limit = Limit.WRITES;
            }
            var tokens = 0;
            if (limit != null) {
                tokens = 1;
                grants.grant(Family.RATE_LIMIT, Action.UPDATE_ITEM);
            }
            return new HttpFunction(
                    handler,
                    method,
                    path,
                    access,
                    prerequisite,
                    limit,
                    summary,
                    body,
                    grants.list(),
                    new Budget(readUnits, writeUnits + tokens, roundTrips + tokens, when),
                    List.copyOf(expansions),
                    pages);
        }
    }
}
