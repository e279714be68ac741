package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// How the stack stores, protects, keeps and deletes data.
final class StoredDataTest {
    private static final String ROOT =
            "{\"AWS\":{\"Fn::Join\":[\"\",[\"arn:\",{\"Ref\":\"AWS::Partition\"},\":iam::\","
                    + "{\"Ref\":\"AWS::AccountId\"},\":root\"]]}}";

    private final Template real = Template.real();
    private final Template grown = Template.grown();
    private final JsonNode table = grown.at("Table/Resource");
    private final JsonNode bucket = grown.at("Failures/Resource");

    /// The keys are texts. A page of an index has whole items, because no handler reads them again.
    @Test
    void aQueryOfAnIndexReturnsWholeItems() {
        var keys = new TreeSet<String>();
        table.findValues("KeySchema")
                .forEach(schema ->
                        schema.forEach(key -> keys.add(key.get("AttributeName").asText())));
        var defined = new TreeSet<String>();
        for (var attribute : table.get("AttributeDefinitions")) {
            assertThat(attribute.get("AttributeType").asText()).isEqualTo("S");
            defined.add(attribute.get("AttributeName").asText());
        }
        assertThat(defined).isEqualTo(keys);
        for (var schema : table.findValues("KeySchema")) {
            assertThat(schema)
                    .extracting(key -> key.get("KeyType").asText())
                    .containsExactly("HASH", "RANGE");
        }
        var projections = table.findValues("Projection");
        assertThat(projections)
                .hasSize(
                        table.get("GlobalSecondaryIndexes").size()
                                + table.get("LocalSecondaryIndexes").size());
        for (var projection : projections) {
            assertThat(projection).hasToString("{\"ProjectionType\":\"ALL\"}");
        }
    }

    @Test
    void expiredItemsAreDeleted() {
        assertThat(table.at("/TimeToLiveSpecification/Enabled").asBoolean()).isTrue();
    }

    @Test
    void tableAndBucketAreEncryptedWithTheKeyThatAnOperatorCanDisable() {
        assertThat(table.get("SSESpecification"))
                .hasToString(
                        "{\"KMSMasterKeyId\":%s,\"SSEEnabled\":true,\"SSEType\":\"KMS\"}"
                                .formatted(grown.arnOf("Key/Resource")));
        // with a bucket key, S3 asks KMS once for many objects, which KMS bills
        assertThat(bucket.at("/BucketEncryption/ServerSideEncryptionConfiguration"))
                .hasToString(
                        "[{\"BucketKeyEnabled\":true,\"ServerSideEncryptionByDefault\":{\"KMSMasterKeyID\":%s,\"SSEAlgorithm\":\"aws:kms\"}}]"
                                .formatted(grown.arnOf("Key/Resource")));
    }

    /// IAM policies grant the use of a key only if its policy names the account. Otherwise no
    /// operator could change or disable it
    /// (<https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html>). DynamoDB
    /// uses it in the name of its callers, which need no permission for it.
    @Test
    void theKeyWorksForItsAccountAndThroughDynamoDb() {
        var policy = grown.only("AWS::KMS::Key").get("KeyPolicy");
        var ids = new HashSet<String>();
        for (var statement : policy.get("Statement")) {
            assertThat(statement.get("Resource").asText()).isEqualTo("*");
            assertThat(statement.get("Effect").asText()).isEqualTo("Allow");
            assertThat(ids.add(statement.path("Sid").asText())).isTrue();
        }
        assertThat(ids)
                .isEqualTo(
                        Set.of("", "ThroughDynamoDb", "ThroughCloudWatchLogs", "AlarmsToTheTopic"));
        var account = policy.get("Statement").get(0);
        assertThat(account.get("Action").asText()).isEqualTo("kms:*");
        assertThat(account.get("Principal")).hasToString(ROOT);
        var dynamoDb = policy.get("Statement").get(1);
        assertThat(dynamoDb.get("Principal")).hasToString("{\"AWS\":\"*\"}");
        assertThat(dynamoDb.get("Condition"))
                .hasToString(
                        "{\"StringEquals\":{\"kms:CallerAccount\":{\"Ref\":\"AWS::AccountId\"},"
                                + "\"kms:ViaService\":{\"Fn::Join\":[\"\",[\"dynamodb.\","
                                + "{\"Ref\":\"AWS::Region\"},\".\",{\"Ref\":\"AWS::URLSuffix\"}]]}}}");
        // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/encryption.usagenotes.html
        assertThat(Template.texts(dynamoDb.get("Action")))
                .containsExactlyInAnyOrder(
                        "kms:Encrypt",
                        "kms:Decrypt",
                        "kms:ReEncryptFrom",
                        "kms:ReEncryptTo",
                        "kms:GenerateDataKey",
                        "kms:GenerateDataKeyWithoutPlaintext",
                        "kms:CreateGrant",
                        "kms:DescribeKey");
    }

    /// The failure bucket has whole items of users.
    @Test
    void noPublicRequestAndNoneWithoutTlsReachesTheFailureBucket() {
        assertThat(bucket.get("PublicAccessBlockConfiguration"))
                .hasSize(4)
                .allSatisfy(block -> assertThat(block.asBoolean()).isTrue());
        assertThat(bucket.get("OwnershipControls"))
                .hasToString("{\"Rules\":[{\"ObjectOwnership\":\"BucketOwnerEnforced\"}]}");
        var policy = grown.only("AWS::S3::BucketPolicy");
        assertThat(policy.at("/Bucket/Ref").asText()).isEqualTo(grown.idAt("Failures/Resource"));
        var arn = grown.arnOf("Failures/Resource");
        var conditions = new ArrayList<String>();
        for (var statement : policy.at("/PolicyDocument/Statement")) {
            assertThat(statement.get("Effect").asText()).isEqualTo("Deny");
            assertThat(statement.get("Action").asText()).isEqualTo("s3:*");
            assertThat(statement.get("Principal")).hasToString("{\"AWS\":\"*\"}");
            assertThat(statement.get("Resource"))
                    .hasToString("[%s,{\"Fn::Join\":[\"\",[%s,\"/*\"]]}]".formatted(arn, arn));
            conditions.add(statement.get("Condition").toString());
        }
        assertThat(conditions)
                .containsExactly(
                        "{\"Bool\":{\"aws:SecureTransport\":\"false\"}}",
                        "{\"NumericLessThan\":{\"s3:TlsVersion\":1.2}}");
    }

    @Test
    void alarmsAreNotPublishedWithoutTls() {
        var policy = grown.only("AWS::SNS::TopicPolicy");
        assertThat(policy.at("/PolicyDocument/Statement/0"))
                .hasToString(
                        "{\"Action\":\"sns:Publish\",\"Condition\":{\"Bool\":{\"aws:SecureTransport\":\"false\"}},"
                                + "\"Effect\":\"Deny\",\"Principal\":\"*\",\"Resource\":{\"Ref\":\"%s\"},\"Sid\":\"AllowPublishThroughSSLOnly\"}"
                                        .formatted(grown.idAt("AlarmTopic/Resource")));
    }

    /// An older version has other rules for variables, and the default is the oldest
    /// (<https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_version.html>).
    @Test
    void everyPolicyHasTheVersionOfItsLanguage() {
        for (var template : List.of(real, grown)) {
            for (var resource : template.resources().values()) {
                for (var name :
                        List.of("AssumeRolePolicyDocument", "PolicyDocument", "KeyPolicy")) {
                    for (var document : resource.findValues(name)) {
                        assertThat(document.path("Version").asText()).isEqualTo("2012-10-17");
                    }
                }
            }
        }
    }

    /// A failed upload of a part would be billed forever.
    @Test
    void theFailureBucketDeletesOldObjectsAndIncompleteUploads() {
        var rule = bucket.at("/LifecycleConfiguration/Rules/0");
        assertThat(rule.get("Status").asText()).isEqualTo("Enabled");
        assertThat(rule.at("/AbortIncompleteMultipartUpload/DaysAfterInitiation").asInt())
                .isEqualTo(1);
    }

    @Test
    void logsAreKeptAsLongAsThePageOfSecurityStates() {
        assertThat(daysKept(Template.dev())).containsOnly(14);
        assertThat(daysKept(real)).containsOnly(90);
    }

    private static List<Integer> daysKept(Template template) {
        return template.resources("AWS::Logs::LogGroup").values().stream()
                .map(group -> group.at("/Properties/RetentionInDays").asInt())
                .toList();
    }

    /// A secret in a header or in Base64 has letters and digits only.
    @Test
    void generatedSecretsAreLongAndHaveLettersAndDigitsOnly() {
        var generated = 0;
        for (var secret : grown.resources("AWS::SecretsManager::Secret").values()) {
            var rules = secret.at("/Properties/GenerateSecretString");
            if (rules.isObject()) {
                generated++;
                assertThat(rules)
                        .hasToString(
                                "{\"ExcludePunctuation\":true,\"IncludeSpace\":false,\"PasswordLength\":64}");
            }
        }
        assertThat(generated).isEqualTo(2);
    }

    /// Functions reject a secret that is not a keyring.
    @Test
    void theFirstCursorKeyIsTheSeed() {
        assertThat(real.at("CursorKeys/Resource").at("/SecretString/Fn::Join/1/1/Ref").asText())
                .isEqualTo(real.idAt("CursorKeySeed/Resource"));
    }

    /// Everything else is deleted with the stack, or by a deployment that no longer has it.
    @Test
    void aDeletedStackKeepsItsDataInProdAndOnlyVersionsInDev() {
        assertThat(kept(Template.dev())).containsExactly("AWS::Lambda::Version");
        var data =
                List.of(
                        "AWS::Cognito::UserPool",
                        "AWS::DynamoDB::Table",
                        "AWS::KMS::Key",
                        "AWS::Lambda::Version",
                        "AWS::Logs::LogGroup",
                        "AWS::S3::Bucket");
        assertThat(kept(real)).containsExactlyElementsOf(data);
        assertThat(kept(grown)).containsAll(data).contains("AWS::Backup::BackupVault").hasSize(7);
        assertThat(table.get("DeletionProtectionEnabled").asBoolean()).isTrue();
    }

    private static Set<String> kept(Template template) {
        var kept = new TreeSet<String>();
        for (var resource : template.resources().values()) {
            var deleted = resource.path("DeletionPolicy").asText("Delete");
            var replaced = resource.path("UpdateReplacePolicy").asText("Delete");
            assertThat(deleted).isIn("Delete", "RetainExceptOnCreate");
            assertThat(replaced).isEqualTo(deleted.equals("Delete") ? "Delete" : "Retain");
            if (!deleted.equals("Delete")) {
                kept.add(resource.get("Type").asText());
            }
        }
        for (var resource : template.resources().values()) {
            if (kept.contains(resource.get("Type").asText())) {
                assertThat(resource.path("DeletionPolicy").asText())
                        .isEqualTo("RetainExceptOnCreate");
            }
        }
        return kept;
    }

    /// AWS Backup makes no copy without a role that it can assume and that has its policy
    /// (<https://docs.aws.amazon.com/aws-backup/latest/devguide/iam-service-roles.html>).
    @Test
    void copiesOfTheTableAreMadeWeeklyAndMonthly() {
        var rules = grown.only("AWS::Backup::BackupPlan").at("/BackupPlan/BackupPlanRule");
        var schedules = new TreeMap<String, String>();
        for (var rule : rules) {
            schedules.put(rule.get("RuleName").asText(), rule.get("ScheduleExpression").asText());
            assertThat(rule.at("/TargetBackupVault/Fn::GetAtt/0").asText())
                    .isEqualTo(grown.idAt("BackupVault/Resource"));
        }
        assertThat(schedules)
                .hasToString("{monthly=cron(0 3 1 * ? *), weekly=cron(0 3 ? * SUN *)}");
        assertThat(rules.get(0).get("RuleName").asText()).isEqualTo("weekly");
        var selection = grown.only("AWS::Backup::BackupSelection");
        assertThat(selection.at("/BackupPlanId/Fn::GetAtt/0").asText())
                .isEqualTo(grown.idAt("BackupPlan/Resource"));
        assertThat(selection.at("/BackupSelection/Resources"))
                .hasToString("[" + grown.arnOf("Table/Resource") + "]");
        assertThat(selection.at("/BackupSelection/IamRoleArn"))
                .hasToString(grown.arnOf("BackupPlan/Table/Role/Resource"));
        var role = grown.at("BackupPlan/Table/Role/Resource");
        assertThat(role.at("/AssumeRolePolicyDocument/Statement"))
                .hasToString(
                        "[{\"Action\":\"sts:AssumeRole\",\"Effect\":\"Allow\",\"Principal\":{\"Service\":\"backup.amazonaws.com\"}}]");
        assertThat(role.get("ManagedPolicyArns"))
                .hasToString(
                        "[{\"Fn::Join\":[\"\",[\"arn:\",{\"Ref\":\"AWS::Partition\"},"
                                + "\":iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup\"]]}]");
        // A part of the id that AWS gives the stack: the vault of a deleted stack stays with its
        // copies, so a stack that is created again needs another one.
        assertThat(grown.at("BackupVault/Resource").get("BackupVaultName"))
                .hasToString(
                        "{\"Fn::Join\":[\"\",[\"Plaza-prod-\",{\"Fn::Select\":[0,{\"Fn::Split\":[\"-\","
                                + "{\"Fn::Select\":[2,{\"Fn::Split\":[\"/\",{\"Ref\":\"AWS::StackId\"}]}]}]}]}]]}");
    }
}
