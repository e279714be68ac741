package plaza.local.mapping;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The response of a function to a batch, if the mapping uses batch item failures.
sealed interface BatchResponse {
    /// Every record succeeded.
    record Success() implements BatchResponse {}

    /// No record counts as successful.
    record Failure() implements BatchResponse {}

    /// The records before `index` succeeded; the record at `index` failed, and those after it count
    /// as failed.
    record FailureFrom(int index) implements BatchResponse {}

    /// Reads the response of a function to `records`.
    static BatchResponse read(byte[] payload, List<StreamRecord> records) {
        JsonNode response;
        try {
            response = LambdaJson.MAPPER.readTree(payload);
        } catch (JsonProcessingException _) {
            return new Failure();
        } catch (IOException fault) {
            throw new IllegalStateException("bytes in memory could not be read", fault);
        }
        if (response == null || response.isNull() || response.isMissingNode()) {
            return new Success();
        }
        if (!response.isObject()) {
            return new Failure();
        }
        var failures = response.path("batchItemFailures");
        if (failures.isMissingNode() || failures.isNull()) {
            return new Success();
        }
        if (!failures.isArray()) {
            return new Failure();
        }
        return lowest(failures, records);
    }

    private static BatchResponse lowest(JsonNode failures, List<StreamRecord> records) {
        var lowest = records.size();
        for (var failure : failures) {
            var index = index(failure.path("itemIdentifier").textValue(), records);
            if (index < 0) {
                return new Failure();
            }
            lowest = Math.min(lowest, index);
        }
        if (lowest == records.size()) {
            return new Success();
        }
        return lowest == 0 ? new Failure() : new FailureFrom(lowest);
    }

    private static int index(@Nullable String identifier, List<StreamRecord> records) {
        var number = ShardPosition.parse(identifier);
        for (var index = 0; index < records.size(); index++) {
            if (records.get(index).sequenceNumber().equals(number)) {
                return index;
            }
        }
        return -1;
    }
}
