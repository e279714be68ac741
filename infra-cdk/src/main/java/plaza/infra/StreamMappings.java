package plaza.infra;

import java.util.List;
import java.util.Objects;
import plaza.catalogue.StreamFunction;
import plaza.lambda.FailureStore;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.DestinationConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.FilterCriteriaProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.FilterProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.MetricsConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.OnFailureProperty;

/// The event source mappings between the table's stream and the stream functions.
final class StreamMappings {
    private StreamMappings() {}

    /// The statements that let a function read and delete the failed records and invoke the stream
    /// functions.
    static List<PolicyStatement> redriveStatements(Storage storage, List<Mapped> streams) {
        return List.of(
                Permission.allow(List.of("s3:ListBucket"), storage.failures().getBucketArn()),
                Permission.allow(
                        List.of("s3:GetObject", "s3:DeleteObject"),
                        storage.failures().arnForObjects(FailureStore.PREFIX + "*")),
                Permission.allow(List.of("kms:Decrypt"), storage.key().getKeyArn()),
                Permission.allow(
                        List.of("lambda:InvokeFunction"),
                        streams.stream()
                                .map(stream -> stream.function().live().getFunctionArn())
                                .toArray(String[]::new)));
    }

    /// The statements that let Lambda read the stream and write failed records in the function's
    /// role.
    static List<PolicyStatement> statements(Storage storage) {
        return List.of(
                Permission.allow(
                        List.of(
                                "dynamodb:DescribeStream",
                                "dynamodb:GetRecords",
                                "dynamodb:GetShardIterator",
                                "dynamodb:ListStreams"),
                        streamArn(storage)),
                Permission.allow(
                        List.of("s3:PutObject"),
                        storage.failures().arnForObjects(FailureStore.PREFIX + "*")),
                Permission.allow(List.of("s3:ListBucket"), storage.failures().getBucketArn()),
                // S3 encrypts an object with a data key, and decrypts it to complete a multipart
                // upload
                Permission.allow(
                        List.of("kms:Decrypt", "kms:GenerateDataKey"), storage.key().getKeyArn()));
    }

    /// A stream function and its event source mapping.
    record Mapped(Deployed<StreamFunction> function, CfnEventSourceMapping mapping) {
        String name() {
            return function.name();
        }
    }

    /// Maps the stream to one function.
    static Mapped map(Stack stack, Storage storage, Deployed<StreamFunction> deployed) {
        var row = deployed.row();
        var mapping =
                CfnEventSourceMapping.Builder.create(stack, row.name() + "Mapping")
                        .functionName(deployed.live().getFunctionArn())
                        .eventSourceArn(streamArn(storage))
                        // from the oldest record, so that no record is lost while the mapping is
                        // created
                        .startingPosition("TRIM_HORIZON")
                        .batchSize(row.batchSize())
                        .maximumBatchingWindowInSeconds(row.windowSeconds())
                        .parallelizationFactor(row.parallelBatches())
                        .functionResponseTypes(List.of("ReportBatchItemFailures"))
                        .bisectBatchOnFunctionError(true)
                        .maximumRetryAttempts(StreamFunction.RETRIES_MAX)
                        .maximumRecordAgeInSeconds(StreamFunction.RECORD_AGE_MAX.toSeconds())
                        .filterCriteria(
                                FilterCriteriaProperty.builder()
                                        .filters(
                                                row.filters().stream()
                                                        .map(pattern ->
                                                                FilterProperty.builder()
                                                                        .pattern(pattern)
                                                                        .build())
                                                        .toList())
                                        .build())
                        .destinationConfig(
                                DestinationConfigProperty.builder()
                                        .onFailure(
                                                OnFailureProperty.builder()
                                                        .destination(
                                                                storage.failures().getBucketArn())
                                                        .build())
                                        .build())
                        // counts the records that the alarms GaveUp, Lost and NotPolled watch
                        // (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html#event-source-mapping-metrics)
                        .metricsConfig(
                                MetricsConfigProperty.builder()
                                        .metrics(List.of("EventCount"))
                                        .build())
                        .build();
        return new Mapped(deployed, mapping);
    }

    private static String streamArn(Storage storage) {
        return Objects.requireNonNull(storage.table().getTableStreamArn());
    }
}
