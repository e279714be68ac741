package plaza.local.emulator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import plaza.table.TableSchema;
import plaza.table.TableSchema.Index;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/// One request to DynamoDB that received a response.
///
/// @param operation its name in DynamoDB's API
/// @param index the index of a Query; empty for the table
/// @param keys the keys of the items; for a Query its partition key and the condition of the sort
///   key, if it has one
/// @param items the number of items that it returned or wrote
/// @param readUnits read request units; 0 if they were not measured
/// @param writeUnits write request units, including those of indexes; 0 if they were not measured
/// @param failed whether DynamoDB rejected it, for example because its condition failed
public record TableCall(
        String operation,
        String index,
        List<Map<String, String>> keys,
        int items,
        double readUnits,
        double writeUnits,
        boolean failed) {
    private static final Pattern PLACEHOLDER = Pattern.compile("[#:][A-Za-z0-9_]+");

    /// Describes a request.
    ///
    /// @param found the number of items that it returned
    static TableCall of(
            SdkRequest request, int found, double readUnits, double writeUnits, boolean failed) {
        var keys = keys(request);
        var index =
                request instanceof QueryRequest query && query.indexName() != null
                        ? query.indexName()
                        : "";
        return new TableCall(
                operation(request),
                index,
                keys,
                isWrite(request) ? keys.size() : found,
                readUnits,
                writeUnits,
                failed);
    }

    /// Returns the name of a request in DynamoDB's API.
    static String operation(SdkRequest request) {
        var name = request.getClass().getSimpleName();
        return name.substring(0, name.length() - "Request".length());
    }

    /// Whether a request changes items.
    static boolean isWrite(SdkRequest request) {
        return request instanceof PutItemRequest
                || request instanceof UpdateItemRequest
                || request instanceof DeleteItemRequest
                || request instanceof BatchWriteItemRequest
                || request instanceof TransactWriteItemsRequest;
    }

    private static List<Map<String, String>> keys(SdkRequest request) {
        return switch (request) {
            case GetItemRequest get -> List.of(key(get.key()));
            case QueryRequest query -> List.of(condition(query));
            case BatchGetItemRequest batch ->
                    batch.requestItems().values().stream()
                            .flatMap(table -> table.keys().stream())
                            .map(TableCall::key)
                            .toList();
            default -> written(request).stream().map(TableCall::key).toList();
        };
    }

    /// Returns the item of each put and the key of each other write of a request, in its order.
    static List<Map<String, AttributeValue>> written(SdkRequest request) {
        return switch (request) {
            case PutItemRequest put -> List.of(put.item());
            case UpdateItemRequest update -> List.of(update.key());
            case DeleteItemRequest delete -> List.of(delete.key());
            case BatchWriteItemRequest batch ->
                    batch.requestItems().values().stream()
                            .flatMap(List::stream)
                            .map(write ->
                                    write.putRequest() == null
                                            ? write.deleteRequest().key()
                                            : write.putRequest().item())
                            .toList();
            case TransactWriteItemsRequest transaction ->
                    transaction.transactItems().stream().map(TableCall::written).toList();
            default -> List.of();
        };
    }

    private static Map<String, AttributeValue> written(TransactWriteItem part) {
        if (part.put() != null) {
            return part.put().item();
        }
        if (part.update() != null) {
            return part.update().key();
        }
        return part.delete() != null ? part.delete().key() : part.conditionCheck().key();
    }

    private static Map<String, String> key(Map<String, AttributeValue> attributes) {
        var key = new LinkedHashMap<String, String>();
        for (var name : List.of(TableSchema.PK, TableSchema.SK)) {
            var value = attributes.get(name);
            if (value != null) {
                key.put(name, value.s());
            }
        }
        return key;
    }

    /// Returns the partition key of a Query, and its whole condition with names and values instead
    /// of placeholders.
    private static Map<String, String> condition(QueryRequest query) {
        var values = query.expressionAttributeValues();
        var condition =
                PLACEHOLDER
                        .matcher(query.keyConditionExpression())
                        .replaceAll(match ->
                                Matcher.quoteReplacement(filled(match.group(), query, values)));
        var described = new LinkedHashMap<String, String>();
        var partition = partitionKey(query.indexName() == null ? "" : query.indexName());
        var start = partition + " = ";
        var parts = condition.split(" AND ", 2);
        described.put(
                partition,
                parts[0].startsWith(start) ? parts[0].substring(start.length()) : parts[0]);
        if (parts.length == 2) {
            described.put("condition", parts[1]);
        }
        return described;
    }

    private static String filled(
            String placeholder, QueryRequest query, Map<String, AttributeValue> values) {
        var value = values.get(placeholder);
        if (value != null) {
            return value.s() == null ? value.n() : value.s();
        }
        return query.expressionAttributeNames().getOrDefault(placeholder, placeholder);
    }

    private static String partitionKey(String indexName) {
        for (var index : Index.values()) {
            if (index.indexName().equals(indexName)) {
                return index.partitionKey();
            }
        }
        return TableSchema.PK;
    }
}
