package plaza.local.emulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.Grant;
import plaza.table.KeySpace.Family;
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

/// One function's role, enforced on this machine: a call that the function's Catalogue row does not
/// grant is refused before it is sent, with the error that IAM would cause. What passes is noted in
/// a [GrantUse].
///
/// The rules are IAM's. A call needs its action on its resource, the table or one index, and each
/// partition key value it names must match one of the patterns that are granted for that action and
/// resource (`ForAllValues:StringLike` on `dynamodb:LeadingKeys`; for a global index that is the
/// index's own partition key). A transaction needs the actions of its parts; a batch has actions of
/// its own.
///
/// A wildcard covers more than its family: `u#*` also matches `u#alice#post`. IAM lets that pass,
/// and so does this class; but the use is noted for the family that the key really belongs to, the
/// most specific one, so that the comparison of granted with used finds it.
final class Grants implements ExecutionInterceptor {
    private static final String DENIED = "AccessDeniedException";

    /// An equality in a key condition, between a name or its placeholder and a value's placeholder.
    private static final Pattern EQUALITY = Pattern.compile("([#\\w]+)\\s*=\\s*(:\\w+)");

    private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

    private static final Comparator<Family> BY_SPECIFICITY =
            Comparator.comparingLong(family -> literals(family.pattern()));

    private final FunctionRow function;
    private final GrantUse use;

    Grants(FunctionRow function, GrantUse use) {
        this.function = function;
        this.use = use;
    }

    /// One thing that a call does, as IAM sees it.
    private record Deed(Action action, Index index, String leadingKey) {}

    @Override
    public void beforeExecution(Context.BeforeExecution call, ExecutionAttributes attributes) {
        var deeds = deeds(call.request());
        deeds.forEach(this::check);
        deeds.forEach(deed -> use.add(use(deed)));
    }

    private void check(Deed deed) {
        var granted =
                function.grants().stream()
                        .filter(grant -> grant.action() == deed.action())
                        .filter(grant -> grant.index() == deed.index())
                        .anyMatch(grant -> like(grant.family().pattern(), deed.leadingKey()));
        if (!granted) {
            throw denied(deed.action().iam(), deed.index().name());
        }
    }

    private GrantUse.Use use(Deed deed) {
        var family =
                familyOf(deed.index(), deed.leadingKey())
                        .orElseThrow(() -> denied(deed.action().iam(), "a key of no family"));
        return new GrantUse.Use(function.name(), new Grant(deed.action(), deed.index(), family));
    }

    /// The family that a partition key value belongs to: of all families that lie in that index and
    /// match it, the one whose pattern says most.
    static Optional<Family> familyOf(Index index, String leadingKey) {
        var home = index.kind() == Kind.GLOBAL ? index : Index.TABLE;
        return Arrays.stream(Family.values())
                .filter(family -> family.index() == home)
                .filter(family -> like(family.pattern(), leadingKey))
                .max(BY_SPECIFICITY);
    }

    /// IAM's `StringLike`: `*` stands for any run of characters, `?` for any one.
    static boolean like(String pattern, String text) {
        return PATTERNS.computeIfAbsent(pattern, Grants::regex).matcher(text).matches();
    }

    private static Pattern regex(String pattern) {
        var regex = new StringBuilder();
        for (var place = 0; place < pattern.length(); place++) {
            switch (pattern.charAt(place)) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(pattern.substring(place, place + 1)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private static long literals(String pattern) {
        return pattern.chars().filter(c -> c != '*').count();
    }

    private List<Deed> deeds(SdkRequest request) {
        return switch (request) {
            case GetItemRequest get -> List.of(deed(Action.GET_ITEM, get.key()));
            case PutItemRequest put -> List.of(deed(Action.PUT_ITEM, put.item()));
            case UpdateItemRequest update -> List.of(deed(Action.UPDATE_ITEM, update.key()));
            case DeleteItemRequest delete -> List.of(deed(Action.DELETE_ITEM, delete.key()));
            case QueryRequest query -> List.of(queryDeed(query));
            case BatchGetItemRequest batch ->
                    batch.requestItems().values().stream()
                            .flatMap(keys -> keys.keys().stream())
                            .map(key -> deed(Action.BATCH_GET_ITEM, key))
                            .toList();
            case BatchWriteItemRequest batch ->
                    batch.requestItems().values().stream()
                            .flatMap(List::stream)
                            .map(write ->
                                    write.putRequest() != null
                                            ? write.putRequest().item()
                                            : write.deleteRequest().key())
                            .map(key -> deed(Action.BATCH_WRITE_ITEM, key))
                            .toList();
            case TransactWriteItemsRequest transaction -> {
                var parts = new ArrayList<Deed>();
                transaction.transactItems().forEach(part -> parts.add(partDeed(part)));
                yield List.copyOf(parts);
            }
            // a Scan has no leading key: it reads every family, and needs a grant for each
            case ScanRequest scan -> scanDeeds(scan);
            // whatever Plaza has no word for
            default -> throw denied(request.getClass().getSimpleName(), Index.TABLE.name());
        };
    }

    private List<Deed> scanDeeds(ScanRequest scan) {
        if (scan.indexName() != null) {
            throw denied(Action.SCAN.iam(), "an index");
        }
        return Arrays.stream(Family.values())
                .filter(family -> family.index() == Index.TABLE)
                .map(family ->
                        new Deed(Action.SCAN, Index.TABLE, family.pattern().replace("*", "x")))
                .toList();
    }

    private static Deed partDeed(TransactWriteItem part) {
        if (part.put() != null) {
            return deed(Action.PUT_ITEM, part.put().item());
        }
        if (part.update() != null) {
            return deed(Action.UPDATE_ITEM, part.update().key());
        }
        return part.delete() != null
                ? deed(Action.DELETE_ITEM, part.delete().key())
                : deed(Action.CONDITION_CHECK_ITEM, part.conditionCheck().key());
    }

    private static Deed deed(Action action, Map<String, AttributeValue> key) {
        var pk = key.get(Index.TABLE.partitionKey());
        return new Deed(action, Index.TABLE, pk == null || pk.s() == null ? "" : pk.s());
    }

    private Deed queryDeed(QueryRequest query) {
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
                return new Deed(Action.QUERY, index, value.s());
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
