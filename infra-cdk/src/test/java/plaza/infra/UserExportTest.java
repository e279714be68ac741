package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import plaza.http.RestoredPool;
import plaza.infra.settings.StackSettings;

/// The nightly export of the user pool, and the pool that takes the place of a lost one.
/// `infra-cdk/smoke` runs both in an account.
final class UserExportTest {
    private final Template template = Template.real();

    private static Template restored() {
        return Template.shared(
                "restored pool",
                () ->
                        Template.dev(
                                StackSettings.from(
                                        Map.<String, Object>of("userPoolNumber", 2)::get),
                                Template.CODE));
    }

    @Test
    void everyStateOfTheExportHasASuccessorAndEveryPartIsListed() throws Exception {
        var definition = definition(template);
        assertThat(names(definition)).contains("EachPart", "ListGroup");
        var each = definition.at("/States/EachPart");
        assertThat(each.get("Items")).hasSize(16);
        assertThat(each.at("/ItemProcessor/ProcessorConfig"))
                .hasToString("{\"Mode\":\"DISTRIBUTED\",\"ExecutionType\":\"EXPRESS\"}");
        assertThat(names(each.get("ItemProcessor"))).contains("List", "Write");
        for (var list :
                List.of(
                        definition.at("/States/ListGroup"),
                        each.at("/ItemProcessor/States/List"))) {
            assertThat(list.get("Output").asText())
                    .contains("'id': Attributes[Name='sub'].Value")
                    .contains("'email': Attributes[Name='email'].Value");
            assertThat(list.get("Retry")).hasSize(1);
        }
    }

    /// The names of the states, of which each but the last has a successor in the same list.
    private static Set<String> names(JsonNode machine) {
        var states = machine.get("States");
        var names = new HashSet<String>();
        states.fieldNames().forEachRemaining(names::add);
        assertThat(names).contains(machine.get("StartAt").asText());
        for (var state : states) {
            switch (state.get("Type").asText()) {
                case "Succeed" -> assertThat(state).hasSize(1);
                case "Choice" ->
                        assertThat(names)
                                .contains(
                                        state.get("Default").asText(),
                                        state.at("/Choices/0/Next").asText());
                default -> assertThat(names).contains(state.get("Next").asText());
            }
        }
        return names;
    }

    private static JsonNode definition(Template template) throws Exception {
        var text = new StringBuilder();
        for (var part : template.at("ExportUsers").at("/DefinitionString/Fn::Join/1")) {
            text.append(part.isTextual() ? part.asText() : "reference");
        }
        return Template.parse(text.toString());
    }

    @Test
    void onlyAStackWithAUserPoolExportsIt() {
        assertThat(template.root().toString()).contains("ExportUsersSchedule");
        assertThat(
                        Template.dev(
                                        StackSettings.from(
                                                Map.<String, Object>of(
                                                                "issuer",
                                                                "https://a.example/",
                                                                "audience",
                                                                "a",
                                                                "groupsClaim",
                                                                "groups")
                                                        ::get),
                                        Template.CODE)
                                .root()
                                .toString())
                .doesNotContain("ExportUsers", "UserExport");
    }

    @Test
    void restoredUsersSignInByTheirAddressAndHaveTheirOldIdAsTheirName() throws Exception {
        var pool = restored().at("UserPool2/Resource");
        assertThat(pool.get("AliasAttributes")).hasToString("[\"email\"]");
        assertThat(pool.has("UsernameAttributes")).isFalse();
        assertThat(pool.at("/LambdaConfig/PreSignUp/Fn::GetAtt/0").asText())
                .isEqualTo(restored().idAt("RestoredIds/Resource"));
        assertThat(
                        restored()
                                .at("ApiStage")
                                .at("/StageVariables/" + RestoredPool.STAGE_VARIABLE)
                                .asText())
                .isEqualTo("true");
        assertThat(definition(restored()).at("/States/ListGroup/Output").asText())
                .contains("'id': Username,");
        // the pool of administrators is not lost
        assertThat(restored().at("AdminPool/Resource").get("UsernameAttributes"))
                .hasToString("[\"email\"]");

        assertThat(template.at("UserPool/Resource").has("LambdaConfig")).isFalse();
        assertThat(template.at("ApiStage").get("StageVariables"))
                .hasToString("{\"groupsClaim\":\"cognito:groups\"}");
    }

    /// User ids are public. A user who could register one as a name would be that user.
    @Test
    void noUserCanRegisterTheIdOfAnotherUser() throws Exception {
        var id = UUID.randomUUID().toString();
        assertThat(registers("PreSignUp_SignUp", id)).isFalse();
        assertThat(registers("PreSignUp_SignUp", id.toUpperCase(Locale.ROOT))).isFalse();
        assertThat(registers("PreSignUp_SignUp", "ann")).isTrue();
        assertThat(registers("PreSignUp_SignUp", id + "0")).isTrue();
        assertThat(registers("PreSignUp_AdminCreateUser", id)).isTrue();
    }

    /// Runs the code of the trigger with Node.js.
    private static boolean registers(String source, String name) throws Exception {
        var code = restored().at("RestoredIds/Resource").at("/Code/ZipFile").asText();
        var script =
                "const exports = {};\n%s\nexports.handler({triggerSource: '%s', userName: '%s'})"
                        .formatted(code, source, name);
        var process = new ProcessBuilder("node", "-e", script).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        if (process.exitValue() != 0) {
            assertThat(output).contains("Choose another user name.");
        }
        return process.exitValue() == 0;
    }
}
