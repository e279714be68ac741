package plaza.local.emulator;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.Grant;
import plaza.table.Family;
import plaza.table.KeySpace;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/// Enforces a function's role on this machine. A call that the function's Catalogue row does not
/// grant is rejected before it is sent, with IAM's error. Allowed calls are recorded in a
/// [GrantUse].
///
/// The rules are IAM's. A call needs a grant for its action on its resource (the table or an
/// index), and each partition key value in it must match a pattern that is granted for that action
/// and resource (`ForAllValues:StringLike` on `dynamodb:LeadingKeys`; for a global index, the
/// index's own partition key). A transaction needs the actions of its parts; a batch has actions of
/// its own.
///
/// A wildcard covers more than its family: `u#*` also matches `u#alice#post`. IAM allows that, and
/// so does this class. The use is recorded for the family that the key belongs to, the most
/// specific one, so that the comparison of granted with used finds it.
final class Grants implements ExecutionInterceptor {
    private static final String DENIED = "AccessDeniedException";

    /// An equality in a key condition, between a name or its placeholder and a value's placeholder.
    private static final Pattern EQUALITY = Pattern.compile("([#\\w]+)\\s*=\\s*(:\\w+)");

    /// The patterns of the families' keys.
    private static final Map<Family, Pattern> PATTERNS = new ConcurrentHashMap<>();

    private final FunctionRow function;
    private final Map<Index, List<Family>> families;
    private final GrantUse use;

    /// @param families those of the system of which the function is a part, [#bySpecificity]
    Grants(FunctionRow function, Map<Index, List<Family>> families, GrantUse use) {
        this.function = function;
        this.families = families;
        this.use = use;
    }

    /// One access of a call, as IAM authorizes it.
    private record Access(Action action, Index index, String leadingKey) {}

    @Override
    public void beforeExecution(Context.BeforeExecution call, ExecutionAttributes attributes) {
        var accesses = accesses(call.request());
        accesses.forEach(this::check);
        accesses.forEach(access -> use.add(use(access)));
    }

    private void check(Access access) {
        var granted =
                function.grants().stream()
                        .filter(grant -> grant.action() == access.action())
                        .filter(grant -> grant.index() == access.index())
                        .anyMatch(grant -> covers(grant.family(), access.leadingKey()));
        if (!granted) {
            throw denied(access.action().iam(), access.index().name());
        }
    }

    private GrantUse.Use use(Access access) {
        var family =
                familyOf(families, access.index(), access.leadingKey())
                        .orElseThrow(() -> denied(access.action().iam(), "a key of no family"));
        return new GrantUse.Use(
                function.name(), new Grant(access.action(), access.index(), family));
    }

    /// Returns the family of a partition key value: of all families of that index with a matching
    /// pattern, the one with the most literal characters.
    static Optional<Family> familyOf(
            Map<Index, List<Family>> families, Index index, String leadingKey) {
        return families.getOrDefault(index, List.of()).stream()
                .filter(family -> covers(family, leadingKey))
                .findFirst();
    }

    /// The families of each index, those with the most literal characters first. Each request to
    /// the table looks for the families of its keys.
    static Map<Index, List<Family>> bySpecificity(KeySpace keys) {
        return Arrays.stream(Index.values())
                .collect(
                        Collectors.toUnmodifiableMap(
                                Function.identity(),
                                index ->
                                        families(keys, index)
                                                .sorted(
                                                        Comparator.comparingLong(family ->
                                                                -literals(family.pattern())))
                                                .toList()));
    }

    /// The families of the partition keys in an index. A local index has those of the table.
    static Stream<Family> families(KeySpace keys, Index index) {
        var home = index.kind() == Kind.GLOBAL ? index : Index.TABLE;
        return keys.families().stream().filter(family -> family.index() == home);
    }

    /// Whether a grant for a family allows a partition key.
    private static boolean covers(Family family, String leadingKey) {
        var pattern = PATTERNS.get(family);
        if (pattern == null) {
            pattern = like(family.pattern());
            PATTERNS.put(family, pattern);
        }
        return pattern.matcher(leadingKey).matches();
    }

    /// IAM's `StringLike`: `*` stands for any run of characters, `?` for any one.
    static Pattern like(String pattern) {
        var regex = new StringBuilder();
        for (var position = 0; position < pattern.length(); position++) {
            switch (pattern.charAt(position)) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(pattern.substring(position, position + 1)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private static long literals(String pattern) {
        return pattern.chars().filter(c -> c != '*').count();
    }

    private List<Access> accesses(SdkRequest request) {
        return switch (request) {
            case GetItemRequest get -> List.of(access(Action.GET_ITEM, get.key()));
            case PutItemRequest put -> List.of(access(Action.PUT_ITEM, put.item()));
            case UpdateItemRequest update -> List.of(access(Action.UPDATE_ITEM, update.key()));
            case DeleteItemRequest delete -> List.of(access(Action.DELETE_ITEM, delete.key()));
            case QueryRequest query -> List.of(queryAccess(query));
            case BatchGetItemRequest batch ->
                    batch.requestItems().values().stream()
                            .flatMap(keys -> keys.keys().stream())
                            .map(key -> access(Action.BATCH_GET_ITEM, key))
                            .toList();
            case BatchWriteItemRequest batch ->
                    TableCall.written(batch).stream()
                            .map(key -> access(Action.BATCH_WRITE_ITEM, key))
                            .toList();
            case TransactWriteItemsRequest transaction ->
                    transaction.transactItems().stream().map(Grants::partAccess).toList();
            // a Scan has no leading key: IAM cannot restrict it to the families of the grants
            case ScanRequest scan -> scanAccesses(scan);
            // operations that Plaza does not use
            default -> throw denied(request.getClass().getSimpleName(), Index.TABLE.name());
        };
    }

    private List<Access> scanAccesses(ScanRequest scan) {
        if (scan.indexName() != null) {
            throw denied(Action.SCAN.iam(), "an index");
        }
        var granted =
                function.grants().stream()
                        .filter(grant -> grant.action() == Action.SCAN)
                        .map(grant -> grant.family().pattern().replace("*", "x"))
                        .toList();
        if (granted.isEmpty()) {
            throw denied(Action.SCAN.iam(), Index.TABLE.name());
        }
        return granted.stream().map(key -> new Access(Action.SCAN, Index.TABLE, key)).toList();
    }

    private static Access partAccess(TransactWriteItem part) {
        if (part.put() != null) {
            return access(Action.PUT_ITEM, part.put().item());
        }
        if (part.update() != null) {
            return access(Action.UPDATE_ITEM, part.update().key());
        }
        return part.delete() != null
                ? access(Action.DELETE_ITEM, part.delete().key())
                : access(Action.CONDITION_CHECK_ITEM, part.conditionCheck().key());
    }

    private static Access access(Action action, Map<String, AttributeValue> key) {
        var pk = key.get(Index.TABLE.partitionKey());
        return new Access(action, Index.TABLE, pk == null || pk.s() == null ? "" : pk.s());
    }

    private Access queryAccess(QueryRequest query) {
        var index =
                Arrays.stream(Index.values())
                        .filter(i ->
                                i.indexName()
                                        .equals(Objects.requireNonNullElse(query.indexName(), "")))
                        .findFirst()
                        .orElseThrow(() -> denied(Action.QUERY.iam(), "an unknown index"));
        var equality =
                EQUALITY.matcher(Objects.requireNonNullElse(query.keyConditionExpression(), ""));
        Predicate<String> partitionKey =
                name ->
                        query.expressionAttributeNames()
                                .getOrDefault(name, name)
                                .equals(index.partitionKey());
        while (equality.find()) {
            var value = query.expressionAttributeValues().get(equality.group(2));
            if (partitionKey.test(equality.group(1)) && value != null && value.s() != null) {
                return new Access(Action.QUERY, index, value.s());
            }
        }
        throw denied(Action.QUERY.iam(), index.name());
    }

    private DynamoDbException denied(String action, String resource) {
        var message =
                "%s is not authorized to perform: %s on resource: %s"
                        .formatted(function.name(), action, resource);
        return (DynamoDbException)
                DynamoDbException.builder()
                        .message(message)
                        .statusCode(400)
                        .awsErrorDetails(
                                AwsErrorDetails.builder()
                                        .serviceName("DynamoDb")
                                        .errorCode(DENIED)
                                        .errorMessage(message)
                                        .build())
                        .build();
    }
}
