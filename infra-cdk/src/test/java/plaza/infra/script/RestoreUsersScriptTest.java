package plaza.infra.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of `infra-cdk/restore-users` with substitutes for the AWS CLI and curl.
final class RestoreUsersScriptTest {
    /// The folder `export` is the export, `aliases` the aliases of the pool, and `imported` the
    /// response that describes the job. Cognito rejects the new role once. Every other call fails.
    private static final String AWS =
            """
            #!/usr/bin/env bash
            echo "$*" >>"$STAND_IN/calls"
            case "$1 $2" in
            "cloudformation describe-stacks")
                if [[ $* == *UserPoolId* ]]; then echo the-pool; else echo the-bucket; fi ;;
            "cognito-idp describe-user-pool") cat "$STAND_IN/aliases" ;;
            "s3 cp") cp -r "$STAND_IN/export" "${@: -1}" ;;
            "cognito-idp get-csv-header")
                echo '["cognito:username", "name", "email", "email_verified", "cognito:mfa_enabled"]' ;;
            "iam create-role") echo the-role ;;
            "cognito-idp create-user-import-job")
                test -e "$STAND_IN/known" || { touch "$STAND_IN/known"; exit 254; }
                echo '{"UserImportJob": {"JobId": "import-1", "PreSignedUrl": "https://upload.example"}}' ;;
            "cognito-idp describe-user-import-job") cat "$STAND_IN/imported" ;;
            "cognito-idp start-user-import-job" | "cognito-idp admin-add-user-to-group") ;;
            "iam put-role-policy" | "iam delete-role-policy" | "iam delete-role") ;;
            *) exit 254 ;;
            esac
            """;

    private static final String CURL =
            """
            #!/usr/bin/env bash
            while (($# > 0)); do
                [[ $1 != -T ]] || cp "$2" "$STAND_IN/file.csv"
                shift
            done
            """;

    private static final String SUCCEEDED =
            """
            {"UserImportJob": {"JobId": "import-1", "Status": "Succeeded", "ImportedUsers": 2, "SkippedUsers": 0,
              "FailedUsers": 0}}
            """;

    @TempDir private Path folder;

    @BeforeEach
    void standIn() throws IOException, InterruptedException {
        ScriptFolder.assumeTools();
        scripts().substitute("aws", AWS);
        scripts().substitute("curl", CURL);
        Files.createDirectory(folder.resolve("export"));
        for (var part : "0123456789abcdef".split("", 16)) {
            page(part, 1, "[]");
        }
        page("admin", 1, "[{\"id\": \"b-2\", \"email\": \"ben@x.example\", \"verified\": true}]");
        Files.writeString(folder.resolve("aliases"), "email");
        Files.writeString(folder.resolve("imported"), SUCCEEDED);
    }

    @Test
    void eachUserIsImportedWithTheirIdAsTheirName() throws Exception {
        page("a", 1, "[{\"id\": \"a-1\", \"email\": \"ann,1@x.example\", \"verified\": true}]");
        // the second page as a text, and a user who has never confirmed their address
        page(
                "a",
                2,
                """
                "[{\\"id\\": \\"b-2\\", \\"email\\": \\"ben@x.example\\", \\"verified\\": true}]"
                """);
        page("c", 1, "[{\"id\": \"c-3\", \"email\": \"cy@x.example\", \"verified\": false}]");

        var ended = scripts().run("restore-users", "Plaza-prod", "2026-11-28");

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(folder.resolve("file.csv"))
                .hasContent(
                        """
                        cognito:username,name,email,email_verified,cognito:mfa_enabled
                        a-1,,ann\\,1@x.example,TRUE,FALSE
                        b-2,,ben@x.example,TRUE,FALSE
                        """);
        assertThat(ended.output())
                .isEqualTo(
                        """
                        import-1: Succeeded, imported: 2, skipped: 0, failed: 0
                        administrator: b-2
                        users: 2
                        """);
        assertThat(calls())
                .contains(
                        "cognito-idp start-user-import-job --user-pool-id the-pool --job-id import-1")
                .contains(
                        "cognito-idp admin-add-user-to-group --user-pool-id the-pool --username b-2 --group-name admin")
                .anyMatch(call ->
                        call.startsWith("iam delete-role --role-name plaza-restore-users-"));
    }

    @Test
    void anExportWithoutAPartIsRejected() throws Exception {
        Files.delete(folder.resolve("export/7-1.json"));
        var ended = scripts().run("restore-users", "Plaza-prod", "2026-11-28");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output()).contains("the export of 2026-11-28 has no part 7");
        assertThat(calls()).noneMatch(call -> call.contains("import-job"));
    }

    /// A pool that generates names would give every user a new id.
    @Test
    void aPoolThatCannotTakeIdsIsRejected() throws Exception {
        Files.writeString(folder.resolve("aliases"), "None");
        var ended = scripts().run("restore-users", "Plaza-prod", "2026-11-28");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output()).contains("Deploy with the next userPoolNumber first");
    }

    @Test
    void usersWhoWereNotImportedEndTheScript() throws Exception {
        page("a", 1, "[{\"id\": \"a-1\", \"email\": \"ann@x.example\", \"verified\": true}]");
        Files.writeString(
                folder.resolve("imported"),
                SUCCEEDED.replace("\"FailedUsers\": 0", "\"FailedUsers\": 1"));
        var ended = scripts().run("restore-users", "Plaza-prod", "2026-11-28");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output()).contains("failed: 1", "/aws/cognito/userpools/the-pool/");
    }

    private void page(String part, int number, String json) throws IOException {
        Files.writeString(folder.resolve("export/%s-%d.json".formatted(part, number)), json);
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls"));
    }

    private ScriptFolder scripts() {
        return new ScriptFolder(folder);
    }
}
