package plaza;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import plaza.http.Field;
import plaza.table.KeySpace.Family;
import plaza.table.TableSchema.Index;

/// The whole system on one page: every function with its route, who may call it, what of the table it may touch, and
/// what it costs.
///
/// The stack, the local gateway, the README's table, the OpenAPI document and the tests are derived from here; nothing is
/// listed a second time. The functions themselves never load this class.
public final class Catalogue {
    /// Who may call a function.
    public enum Who {
        /// The user that the path names.
        OWN,
        /// Any signed-in user.
        ANY,
        /// A member of the group `admin`.
        ADMIN
    }

    /// What a function may do to items; the names of IAM's actions.
    public enum Action {
        GET_ITEM("dynamodb:GetItem"),
        BATCH_GET_ITEM("dynamodb:BatchGetItem"),
        QUERY("dynamodb:Query"),
        PUT_ITEM("dynamodb:PutItem"),
        UPDATE_ITEM("dynamodb:UpdateItem"),
        DELETE_ITEM("dynamodb:DeleteItem"),
        CONDITION_CHECK_ITEM("dynamodb:ConditionCheckItem"),
        BATCH_WRITE_ITEM("dynamodb:BatchWriteItem"),
        SCAN("dynamodb:Scan");

        private final String iam;

        Action(String iam) {
            this.iam = iam;
        }

        /// The action's name in a policy.
        public String iam() {
            return iam;
        }
    }

    /// One permission: an action on the items of one family, in the table or in one index.
    public record Grant(Action action, Index index, Family family) {}

    /// What one call costs, in the case that `when` describes. Tests measure that case and compare exactly.
    ///
    /// @param readUnits read request units
    /// @param writeUnits write request units
    /// @param roundTrips requests to DynamoDB
    /// @param when the case
    public record Budget(double readUnits, double writeUnits, int roundTrips, String when) {}

    /// One function behind the API.
    ///
    /// @param handler its class
    /// @param method the HTTP method
    /// @param path the route's template
    /// @param who who may call it
    /// @param pattern the access pattern in words
    /// @param body the fields of its JSON body; empty where it takes none
    /// @param grants all it may do to the table
    /// @param budget what a call costs
    /// @param pages whether it answers pages, and so needs the cursor keys
    public record HttpFunction(
            Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>> handler,
            String method,
            String path,
            Who who,
            String pattern,
            List<Field<?>> body,
            List<Grant> grants,
            Budget budget,
            boolean pages)
            implements Function {
        /// Method and path as API Gateway writes them.
        public String routeKey() {
            return method + " " + path;
        }

        HttpFunction grant(Family family, Action... actions) {
            return grant(family, family.index(), actions);
        }

        HttpFunction grant(Family family, Index index, Action... actions) {
            return new HttpFunction(
                    handler, method, path, who, pattern, body, with(grants, family, index, actions),
                    budget, pages);
        }

        HttpFunction takes(Field<?>... fields) {
            return new HttpFunction(
                    handler, method, path, who, pattern, List.of(fields), grants, budget, pages);
        }

        HttpFunction costs(double readUnits, double writeUnits, int roundTrips, String when) {
            return new HttpFunction(
                    handler, method, path, who, pattern, body, grants,
                    new Budget(readUnits, writeUnits, roundTrips, when), pages);
        }

        HttpFunction paged() {
            return new HttpFunction(
                    handler, method, path, who, pattern, body, grants, budget, true);
        }
    }

    /// One function behind the table's stream.
    ///
    /// @param handler its class
    /// @param filters patterns of the event source mapping; a record that matches one of them is delivered
    /// @param batchSize the most records in one invocation
    /// @param windowSeconds how long the mapping gathers a batch
    /// @param grants all it may do to the table
    public record StreamFunction(
            Class<? extends RequestHandler<DynamodbEvent, StreamsEventResponse>> handler,
            String pattern,
            List<String> filters,
            int batchSize,
            int windowSeconds,
            List<Grant> grants)
            implements Function {
        StreamFunction grant(Family family, Action... actions) {
            return grant(family, family.index(), actions);
        }

        StreamFunction grant(Family family, Index index, Action... actions) {
            return new StreamFunction(
                    handler, pattern, filters, batchSize, windowSeconds,
                    with(grants, family, index, actions));
        }
    }

    /// What all functions have in common.
    public sealed interface Function permits HttpFunction, StreamFunction {
        Class<?> handler();

        String pattern();

        List<Grant> grants();

        /// The function's one name, everywhere.
        default String name() {
            return handler().getSimpleName();
        }

        /// The context it belongs to: the last part of its package.
        default String context() {
            var packageName = handler().getPackageName();
            return packageName.substring(packageName.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        }
    }

    private Catalogue() {}

    /// The functions behind the API, in the order of the README.
    public static List<HttpFunction> httpFunctions() {
        return List.of();
    }

    /// The functions behind the stream.
    public static List<StreamFunction> streamFunctions() {
        return List.of();
    }

    /// All functions.
    public static List<Function> functions() {
        return Stream.<Function>concat(httpFunctions().stream(), streamFunctions().stream())
                .toList();
    }

    private static List<Grant> with(
            List<Grant> grants, Family family, Index index, Action... actions) {
        var more = new ArrayList<>(grants);
        for (var action : actions) {
            more.add(new Grant(action, index, family));
        }
        return List.copyOf(more);
    }
}
