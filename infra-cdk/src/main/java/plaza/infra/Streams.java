package plaza.infra;

import java.util.List;
import java.util.Objects;
import plaza.Catalogue.StreamFunction;
import plaza.infra.Functions.Deployed;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.DestinationConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.FilterCriteriaProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.FilterProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.MetricsConfigProperty;
import software.amazon.awscdk.services.lambda.CfnEventSourceMapping.OnFailureProperty;

/// Ties the table's stream to the stream functions.
final class Streams {
    /// How many batches of one shard are worked on at once; the records of one item still go in
    /// order. A count or a timeline of one item must not wait for a celebrity's.
    static final int PARALLEL_BATCHES = 4;

    /// Under which key Lambda writes failed records, below the mapping's id
    /// (<https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html>).
    private static final String FAILURE_PREFIX = "aws/lambda/";

    private Streams() {}

    /// What a role needs so that Lambda can read the stream in its name and write what failed.
    static List<PolicyStatement> statements(Storage storage) {
        return List.of(
                Functions.allow(
                        List.of(
                                "dynamodb:DescribeStream",
                                "dynamodb:GetRecords",
                                "dynamodb:GetShardIterator",
                                "dynamodb:ListStreams"),
                        streamArn(storage)),
                Functions.allow(
                        List.of("s3:PutObject"),
                        storage.failures().arnForObjects(FAILURE_PREFIX + "*")),
                Functions.allow(List.of("s3:ListBucket"), storage.failures().getBucketArn()),
                // S3 encrypts what is put with a data key, and decrypts it while it puts a large
                // object together
                Functions.allow(
                        List.of("kms:Decrypt", "kms:GenerateDataKey"), storage.key().getKeyArn()));
    }

    /// A stream function with the mapping that feeds it.
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
                        // from the oldest record: nothing that was written while the mapping was
                        // made is lost
                        .startingPosition("TRIM_HORIZON")
                        .batchSize(row.batchSize())
                        .maximumBatchingWindowInSeconds(row.windowSeconds())
                        .parallelizationFactor(PARALLEL_BATCHES)
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
                        // counts what is dropped and what reaches the failure bucket, for the
                        // alarms
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
