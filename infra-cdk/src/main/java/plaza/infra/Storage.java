package plaza.infra;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import plaza.infra.settings.RestoredTable;
import plaza.infra.settings.StackSettings;
import plaza.infra.settings.Stage;
import plaza.infra.settings.TableSettings;
import plaza.table.TableSchema;
import plaza.table.TableSchema.Index;
import plaza.table.TableSchema.Kind;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.CfnDynamicReference;
import software.amazon.awscdk.CfnDynamicReferenceService;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.BillingMode;
import software.amazon.awscdk.services.dynamodb.EnableScalingProps;
import software.amazon.awscdk.services.dynamodb.GlobalSecondaryIndexProps;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.dynamodb.LocalSecondaryIndexProps;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.ProjectionType;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.TableAttributes;
import software.amazon.awscdk.services.dynamodb.TableEncryption;
import software.amazon.awscdk.services.dynamodb.UtilizationScalingProps;
import software.amazon.awscdk.services.dynamodb.WarmThroughput;
import software.amazon.awscdk.services.iam.AnyPrincipal;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.s3.BlockPublicAccess;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.s3.BucketEncryption;
import software.amazon.awscdk.services.s3.LifecycleRule;
import software.amazon.awscdk.services.s3.ObjectOwnership;
import software.amazon.awscdk.services.secretsmanager.Secret;
import software.amazon.awscdk.services.secretsmanager.SecretStringGenerator;

/// The resources that keep state: the table, the bucket of failed stream records, the cursor keys,
/// and the key that encrypts the table, the bucket and the logs.
///
/// @param key a customer-managed key, although an AWS-managed one is free. Posts, likes and follows
///   are personal data, the bucket contains whole records, and the access log has subjects and IP
///   addresses. Disabling this one key makes all copies unreadable, including backups, and a
///   reviewer can read its policy and rotation. It costs $1 a month; DynamoDB uses it once in five
///   minutes per connection, not per request
/// @param table the one table: that of the stack, or a restored one in place of it
/// @param failures the bucket in which an event source mapping stores the records that it dropped,
///   with their whole payload
/// @param cursorKeys the keys that seal page cursors, in the format of
///   `plaza.http.Cursors.Keyring.parse`. Functions have them in their environment
/// @param erasedIds the bucket with the hashed ids of users who have left, for the restore of a
///   backup
/// @param erasedIdsKey the key of these hashes. It is never rotated: the hashes could not be
///   compared any more
record Storage(
        Key key,
        ITable table,
        Bucket failures,
        Secret cursorKeys,
        Bucket erasedIds,
        Secret erasedIdsKey) {
    /// How long failed records are kept: long enough to notice, repair and redrive, but no longer,
    /// because they are personal data.
    private static final int FAILURES_KEPT_DAYS = 90;

    /// The longest period of point-in-time recovery, which is also the default.
    private static final int RECOVERY_DAYS = 35;

    /// The share of provisioned capacity that auto scaling aims at, in percent. Capacity is added
    /// some minutes after the load has grown, so the rest must last until then.
    private static final int UTILIZATION = 70;

    /// The characters of a generated secret. For a cursor key, a multiple of four letters and
    /// digits is Base64 without padding: 64 decode to 48 bytes with 64 × log2(62) = 381 bits of
    /// entropy; HMAC-SHA-256 uses 256.
    private static final int SECRET_CHARACTERS = 64;

    static Storage in(Stack stack, StackSettings settings) {
        var stage = settings.stage();
        var key = key(stack, stage);
        var created = table(stack, settings, key);
        var restored = settings.table().restored();
        return new Storage(
                key,
                restored == null ? created : restored(stack, restored),
                failures(stack, stage, key),
                cursorKeys(stack),
                bucket(stack, "ErasedIds", stage, key, copiesKeptDays(settings)),
                generated(stack, "ErasedIdsKey", "Plaza: hashes the ids of users who have left"));
    }

    /// Creates the key. The CDK's first statement of its policy names the account: without it, no
    /// operator could change or disable the key
    /// (<https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html>).
    private static Key key(Stack stack, Stage stage) {
        var key =
                Key.Builder.create(stack, "Key")
                        .description("Plaza: the table, the logs and the failed stream records")
                        .enableKeyRotation(true)
                        .removalPolicy(stage.removalPolicy())
                        .build();
        // For data, the key works only through the service that stores them, like an AWS-managed
        // key. The grants of that service then decide who can use it, and roles need no permissions
        // for the key. For DynamoDB:
        // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html
        // CloudWatch Logs rejects a log group whose key it cannot use:
        // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
        key.addToResourcePolicy(
                PolicyStatement.Builder.create()
                        .sid("ThroughDynamoDb")
                        .principals(List.of(new AnyPrincipal()))
                        .actions(
                                List.of(
                                        "kms:Encrypt",
                                        "kms:Decrypt",
                                        "kms:ReEncryptFrom",
                                        "kms:ReEncryptTo",
                                        "kms:GenerateDataKey",
                                        "kms:GenerateDataKeyWithoutPlaintext",
                                        "kms:CreateGrant",
                                        "kms:DescribeKey"))
                        .resources(List.of("*"))
                        .conditions(
                                Map.of(
                                        "StringEquals",
                                        new TreeMap<>(
                                                Map.of(
                                                        "kms:CallerAccount",
                                                        Aws.ACCOUNT_ID,
                                                        "kms:ViaService",
                                                        "dynamodb."
                                                                + Aws.REGION
                                                                + "."
                                                                + Aws.URL_SUFFIX))))
                        .build());
        key.addToResourcePolicy(
                PolicyStatement.Builder.create()
                        .sid("ThroughCloudWatchLogs")
                        .principals(
                                List.of(
                                        new ServicePrincipal(
                                                "logs." + Aws.REGION + "." + Aws.URL_SUFFIX)))
                        .actions(
                                List.of(
                                        "kms:Encrypt",
                                        "kms:Decrypt",
                                        "kms:ReEncrypt*",
                                        "kms:GenerateDataKey*",
                                        "kms:DescribeKey"))
                        .resources(List.of("*"))
                        .conditions(
                                Map.of(
                                        "ArnLike",
                                        Map.of(
                                                "kms:EncryptionContext:aws:logs:arn",
                                                logGroupsOf(stack))))
                        .build());
        return key;
    }

    /// The ARNs of all log groups of the stack. A pattern, because a log group refers to the key
    /// and the key's policy cannot refer back. CloudFormation's name for a log group begins with
    /// the name of its stack, which in turn begins with that of its parent.
    private static String logGroupsOf(Stack stack) {
        return "arn:"
                + Aws.PARTITION
                + ":logs:"
                + Aws.REGION
                + ":"
                + Aws.ACCOUNT_ID
                + ":log-group:"
                + stack.getStackName()
                + "-*";
    }

    /// Each global secondary index has the same limits as the table, because it takes part in the
    /// same writes: an index whose capacity is exceeded throttles the writes of the table. The
    /// local ones use the capacity of the table. A page of an index has whole items, because no
    /// handler reads them again.
    private static Table table(Stack stack, StackSettings settings, Key key) {
        var stage = settings.stage();
        var capacity = settings.table();
        var provisioned = capacity.provisioned();
        var maxReadUnits = provisioned ? null : unitsOrNull(capacity.maxReadUnits());
        var maxWriteUnits = provisioned ? null : unitsOrNull(capacity.maxWriteUnits());
        var minReadUnits = unitsOrNull(capacity.minReadUnits());
        var minWriteUnits = unitsOrNull(capacity.minWriteUnits());
        var warm = warm(capacity.warm());
        var table =
                Table.Builder.create(stack, "Table")
                        .partitionKey(string(TableSchema.PK))
                        .sortKey(string(TableSchema.SK))
                        .billingMode(
                                provisioned ? BillingMode.PROVISIONED : BillingMode.PAY_PER_REQUEST)
                        .readCapacity(minReadUnits)
                        .writeCapacity(minWriteUnits)
                        .maxReadRequestUnits(maxReadUnits)
                        .maxWriteRequestUnits(maxWriteUnits)
                        .warmThroughput(warm)
                        .timeToLiveAttribute(TableSchema.TTL)
                        .stream(StreamViewType.valueOf(TableSchema.STREAM_VIEW))
                        .pointInTimeRecoverySpecification(
                                PointInTimeRecoverySpecification.builder()
                                        .pointInTimeRecoveryEnabled(true)
                                        .recoveryPeriodInDays(RECOVERY_DAYS)
                                        .build())
                        .encryption(TableEncryption.CUSTOMER_MANAGED)
                        .encryptionKey(key)
                        .deletionProtection(settings.resources().deletionProtection())
                        .removalPolicy(stage.removalPolicy())
                        .build();
        for (var index : Index.values()) {
            if (index.kind() == Kind.GLOBAL) {
                table.addGlobalSecondaryIndex(
                        GlobalSecondaryIndexProps.builder()
                                .indexName(index.indexName())
                                .partitionKey(string(index.partitionKey()))
                                .sortKey(string(index.sortKey()))
                                .projectionType(ProjectionType.ALL)
                                .readCapacity(minReadUnits)
                                .writeCapacity(minWriteUnits)
                                .maxReadRequestUnits(maxReadUnits)
                                .maxWriteRequestUnits(maxWriteUnits)
                                .warmThroughput(warm)
                                .build());
            } else if (index.kind() == Kind.LOCAL) {
                table.addLocalSecondaryIndex(
                        LocalSecondaryIndexProps.builder()
                                .indexName(index.indexName())
                                .sortKey(string(index.sortKey()))
                                .projectionType(ProjectionType.ALL)
                                .build());
            }
        }
        if (provisioned) {
            scale(table, capacity);
        }
        return table;
    }

    /// The restored table, which the stack does not create. The table of the stack stays beside it,
    /// unchanged: the stack policy denies its deletion, and CloudFormation does not notice if it no
    /// longer exists.
    private static ITable restored(Stack stack, RestoredTable restored) {
        return Table.fromTableAttributes(
                stack,
                "RestoredTable",
                TableAttributes.builder()
                        .tableName(restored.name())
                        .tableStreamArn(restored.streamArn())
                        .build());
    }

    private static @Nullable WarmThroughput warm(TableSettings.@Nullable Warm warm) {
        return warm == null
                ? null
                : WarmThroughput.builder()
                        .readUnitsPerSecond(warm.readUnits())
                        .writeUnitsPerSecond(warm.writeUnits())
                        .build();
    }

    /// Lets the capacity of the table and of each global secondary index follow the load
    /// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/AutoScaling.html>).
    private static void scale(Table table, TableSettings capacity) {
        var reads =
                EnableScalingProps.builder()
                        .minCapacity(capacity.minReadUnits())
                        .maxCapacity(capacity.maxReadUnits())
                        .build();
        var writes =
                EnableScalingProps.builder()
                        .minCapacity(capacity.minWriteUnits())
                        .maxCapacity(capacity.maxWriteUnits())
                        .build();
        var target =
                UtilizationScalingProps.builder().targetUtilizationPercent(UTILIZATION).build();
        table.autoScaleReadCapacity(reads).scaleOnUtilization(target);
        table.autoScaleWriteCapacity(writes).scaleOnUtilization(target);
        for (var index : Index.values()) {
            if (index.kind() == Kind.GLOBAL) {
                var name = index.indexName();
                table.autoScaleGlobalSecondaryIndexReadCapacity(name, reads)
                        .scaleOnUtilization(target);
                table.autoScaleGlobalSecondaryIndexWriteCapacity(name, writes)
                        .scaleOnUtilization(target);
            }
        }
    }

    private static @Nullable Integer unitsOrNull(int units) {
        return units == 0 ? null : units;
    }

    private static Attribute string(String name) {
        return Attribute.builder().name(name).type(AttributeType.STRING).build();
    }

    /// The bucket of failed records, which are whole items of users. It has no versions: the alarm
    /// `FailuresWaiting` counts its objects, and would never end if deleted ones counted.
    private static Bucket failures(Stack stack, Stage stage, Key key) {
        return bucket(stack, "Failures", stage, key, FAILURES_KEPT_DAYS);
    }

    /// How long something that was deleted from the table exists elsewhere, in days: in the
    /// backups, in the failure bucket, in logs, or in the exports of the user pool.
    static int copiesKeptDays(StackSettings settings) {
        return IntStream.of(
                        RECOVERY_DAYS,
                        settings.table().backups() ? Backups.MONTHLY_KEPT_DAYS : 0,
                        FAILURES_KEPT_DAYS,
                        UserExport.KEPT_DAYS,
                        settings.stage().logsKeptDays())
                .max()
                .orElseThrow();
    }

    /// Creates a bucket for personal data.
    ///
    /// @param keptDays how long it keeps each object
    static Bucket bucket(Stack stack, String id, Stage stage, Key key, int keptDays) {
        return bucket(stack, id, stage)
                .encryption(BucketEncryption.KMS)
                .encryptionKey(key)
                // S3 asks KMS once for many objects, which KMS bills
                .bucketKeyEnabled(true)
                .lifecycleRules(
                        List.of(
                                LifecycleRule.builder()
                                        .id("forget")
                                        .expiration(Duration.days(keptDays))
                                        // a failed upload of a part would be billed forever
                                        .abortIncompleteMultipartUploadAfter(Duration.days(1))
                                        .build()))
                .build();
    }

    /// A bucket that no one outside of the account can use, and that is reached over TLS only. It
    /// has no versions: what is deleted is gone.
    static Bucket.Builder bucket(Stack stack, String id, Stage stage) {
        return Bucket.Builder.create(stack, id)
                .enforceSsl(true)
                .minimumTlsVersion(1.2)
                .blockPublicAccess(BlockPublicAccess.BLOCK_ALL)
                .objectOwnership(ObjectOwnership.BUCKET_OWNER_ENFORCED)
                .removalPolicy(stage.removalPolicy());
    }

    /// The generated value is the first key. The properties of the generator never change, so no
    /// deployment overwrites a rotated keyring.
    private static Secret cursorKeys(Stack stack) {
        return generated(
                stack,
                "CursorKeys",
                "Plaza: keys of page cursors, base64 separated by commas; the first seals, all"
                        + " open");
    }

    /// A dynamic reference to the value of [#cursorKeys].
    ///
    /// CloudFormation resolves it when it updates a function, but a new value in Secrets Manager is
    /// no change of the template that would cause an update
    /// (<https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html>),
    /// and the CDK publishes a version of a function only if its text in the template changes. The
    /// id of the secret's version in the reference is such a change.
    ///
    /// @param version the id of a version of the secret; null for the current one
    String cursorKeyring(@Nullable String version) {
        return reference(
                cursorKeys, version == null ? ":SecretString" : ":SecretString:::" + version);
    }

    /// A dynamic reference to [#erasedIdsKey].
    String erasedIdsKeyValue() {
        return reference(erasedIdsKey, ":SecretString");
    }

    /// Creates a secret of letters and digits that Secrets Manager generates. It is part of a
    /// header or of Base64, which have no other characters.
    static Secret generated(Stack stack, String id, String description) {
        return Secret.Builder.create(stack, id)
                .description(description)
                .generateSecretString(
                        SecretStringGenerator.builder()
                                .passwordLength(SECRET_CHARACTERS)
                                .excludePunctuation(true)
                                .includeSpace(false)
                                .build())
                .build();
    }

    /// A dynamic reference to a secret.
    ///
    /// @param value the part of the reference after the ARN
    static String reference(Secret secret, String value) {
        return new CfnDynamicReference(
                        CfnDynamicReferenceService.SECRETS_MANAGER, secret.getSecretArn() + value)
                .toString();
    }
}
