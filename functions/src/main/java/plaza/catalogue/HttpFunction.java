package plaza.catalogue;

import static plaza.http.Response.ITEMS;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.Contract.Header;
import plaza.http.Field;
import plaza.http.Parameter;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Shape;
import plaza.table.Family;
import plaza.table.PlatformKeys;
import plaza.table.TableSchema.Index;

/// A function behind a route of the API.
///
/// @param handler its class
/// @param method the HTTP method
/// @param path the route's template
/// @param access the callers that the route admits
/// @param prerequisite what the caller must have created before, or null
/// @param limit the kind of requests that callers can send only so often; null if the function only
///   reads, or if only administrators may call it
/// @param summary what the function does, as a short imperative
/// @param body the fields of its JSON body; empty if it takes none
/// @param grants all permissions on the table
/// @param budget the cost of a call
/// @param rule how the cost of other calls grows, in the words of the documentation; empty if it
///   does not
/// @param expansions what the query parameter `expand` can request, with the cost of a call
/// @param contract the parameters and responses
/// @param pages whether it returns pages
/// @param objects what it does with objects beside the table, or null
/// @param parts the classes of contexts that it loads by name
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
        String rule,
        List<Expansion> expansions,
        Contract contract,
        boolean pages,
        @Nullable ObjectAccess objects,
        List<Class<?>> parts)
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

    /// Whether the function needs the keys of cursors, which also seal the ids of uploads.
    public boolean sealsIds() {
        return pages || objects != null;
    }

    /// Method and path as API Gateway writes them.
    public String routeKey() {
        return method + " " + path;
    }

    /// Whether the function changes something. Functions with the method GET only read.
    public boolean writes() {
        return writes(method);
    }

    /// Whether each request takes a token of its [#limit] from the table.
    public boolean takesToken() {
        return limit != null && limit.isStored();
    }

    private static boolean writes(String method) {
        return !method.equals("GET");
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
        private String rule = "";
        private final List<Expansion> expansions = new ArrayList<>();
        private final List<Parameter<?>> query = new ArrayList<>();
        private final List<Contract.Success> successes = new ArrayList<>();
        private final Set<Problem.Kind> problems = EnumSet.noneOf(Problem.Kind.class);
        private final List<Problem.Member<?>> members = new ArrayList<>();
        private List<Field<?>> body = List.of();
        private @Nullable FileType bodyType;
        private boolean isBodyOptional;
        private boolean isConditional;
        private boolean pages;
        private @Nullable ObjectAccess objects;
        private List<Class<?>> parts = List.of();

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

        /// Declares what the caller must have created before.
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

        /// Declares fields of a JSON body, which a request may leave out altogether.
        public Builder optionalBody(Field<?>... fields) {
            isBodyOptional = true;
            return body(fields);
        }

        /// Declares that a request has a file as its body.
        public Builder file(FileType type) {
            bodyType = type;
            return this;
        }

        /// Declares query parameters, except those of pages.
        public Builder query(Parameter<?>... parameters) {
            query.addAll(List.of(parameters));
            return this;
        }

        /// Declares that the function evaluates `If-Match`.
        public Builder conditional() {
            isConditional = true;
            problems.add(Problem.Kind.PRECONDITION_FAILED);
            return this;
        }

        /// Declares a response with an object, and the headers that it always has.
        public Builder returns(int status, Shape<?> shape, Header... headers) {
            return responds(status, new Contract.Content.One(shape), Set.of(headers), Set.of());
        }

        /// Declares a response with an object, and the headers that it may have.
        public Builder returnsMaybe(int status, Shape<?> shape, Header... headers) {
            return responds(status, new Contract.Content.One(shape), Set.of(), Set.of(headers));
        }

        /// Declares 201 for the first request and 200 for a repeated one.
        public Builder puts(Shape<?> shape) {
            return returns(201, shape).returns(200, shape);
        }

        /// Declares a list with a single page.
        public Builder items(Shape<?> shape) {
            return responds(
                    200, new Contract.Content.Items(ITEMS, shape, false, null), Set.of(), Set.of());
        }

        /// Declares a list with pages.
        public Builder pages(Shape<?> shape) {
            return paged(new Contract.Content.Items(ITEMS, shape, true, null), Set.of());
        }

        /// Declares a list with pages that have further properties.
        public Builder pages(Shape<?> shape, Shape<?> head) {
            return pages(ITEMS, shape, head);
        }

        /// Declares an object with a list that has pages.
        ///
        /// @param name the name of the list
        /// @param head the properties of the object besides
        public Builder pages(String name, Shape<?> shape, Shape<?> head) {
            return paged(new Contract.Content.Items(name, shape, true, head), Set.of());
        }

        /// Declares a file with parts.
        public Builder files(FileType type) {
            return paged(new Contract.Content.File(type), Set.of(Header.CONTENT_DISPOSITION));
        }

        /// Declares JSON objects in lines, with pages.
        public Builder lines(FileType type, List<Shape<?>> shapes) {
            return paged(
                    new Contract.Content.Lines(type, shapes), Set.of(Header.CONTENT_DISPOSITION));
        }

        /// Declares what the function does with objects beside the table.
        public Builder objects(ObjectAccess access) {
            objects = access;
            return this;
        }

        /// Declares the classes of contexts that the function loads by name.
        public Builder parts(List<Class<?>> classes) {
            parts = List.copyOf(classes);
            return this;
        }

        /// Grants what other declarations need.
        public Builder grants(List<Grant> others) {
            grants.addAll(others);
            return this;
        }

        private Builder paged(Contract.Content content, Set<Header> headers) {
            pages = true;
            return responds(200, content, headers, Set.of(Header.LINK));
        }

        private Builder responds(
                int status, Contract.Content content, Set<Header> headers, Set<Header> optional) {
            successes.add(new Contract.Success(status, content, headers, optional));
            return this;
        }

        /// Declares further kinds of problems than those that follow from the other declarations.
        public Builder fails(Problem.Kind... kinds) {
            problems.addAll(List.of(kinds));
            return this;
        }

        /// Declares 409 with these extension members.
        public Builder conflicts(Problem.Member<?>... extensions) {
            members.addAll(List.of(extensions));
            return fails(Problem.Kind.CONFLICT);
        }

        /// Declares the cost of a call with this value of `expand`: once for each word, and once
        /// for all words if there are several.
        public Builder expands(String words, double readUnits, int roundTrips, String when) {
            expansions.add(new Expansion(words, new Budget(readUnits, 0, roundTrips, when)));
            return this;
        }

        /// States how the cost grows with what a call reads or writes.
        public Builder rule(String sentences) {
            rule = sentences;
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
            if (limit == null && access != Access.ADMIN) {
                limit = writes(method) ? Limit.WRITES : Limit.READS;
            }
            var tokens = 0;
            if (limit != null && limit.isStored()) {
                tokens = 1;
                grants.grant(PlatformKeys.RATE_LIMITS, Action.UPDATE_ITEM);
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
                    rule,
                    List.copyOf(expansions),
                    contract(),
                    pages,
                    objects,
                    parts);
        }

        private Contract contract() {
            if (successes.isEmpty()) {
                responds(204, new Contract.Content.None(), Set.of(), Set.of());
            }
            if (pages) {
                if (query.stream().noneMatch(each -> each.name().equals(Request.LIMIT.name()))) {
                    query.add(Request.LIMIT);
                }
                query.add(Request.CURSOR);
            }
            // a deployment can require scopes for every route
            problems.addAll(
                    Set.of(
                            Problem.Kind.MALFORMED,
                            Problem.Kind.UNAUTHENTICATED,
                            Problem.Kind.FORBIDDEN));
            if (!grants.list().isEmpty()) {
                // the table
                problems.add(Problem.Kind.UNAVAILABLE);
            }
            if (prerequisite != null) {
                problems.add(Problem.Kind.NOT_FOUND);
            }
            if (limit != null) {
                problems.add(Problem.Kind.TOO_MANY_REQUESTS);
            }
            if (!body.isEmpty() || bodyType != null) {
                problems.add(Problem.Kind.TOO_LARGE);
                problems.add(Problem.Kind.UNSUPPORTED_MEDIA_TYPE);
            }
            if (method.equals("POST")) {
                // an Idempotency-Key with another query or body, whose digest is compared
                problems.add(Problem.Kind.RULE_BROKEN);
                problems.add(Problem.Kind.TOO_LARGE);
            }
            if (writes(method)) {
                // a deletion too: the local system rejects every write when its disk is full
                problems.add(Problem.Kind.COLLECTION_FULL);
            }
            return new Contract(
                    List.copyOf(query),
                    bodyType,
                    isBodyOptional,
                    isConditional,
                    List.copyOf(successes),
                    Collections.unmodifiableSet(EnumSet.copyOf(problems)),
                    List.copyOf(members));
        }
    }
}
