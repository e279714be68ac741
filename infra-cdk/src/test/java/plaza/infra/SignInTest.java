package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import plaza.catalogue.HttpFunction;

/// How users and administrators register, sign in and recover their accounts.
final class SignInTest {
    private static final List<String> POOLS = List.of("UserPool", "AdminPool");

    private final Template template = Template.grown();

    private JsonNode pool(String name) {
        return template.at(name + "/Resource");
    }

    private JsonNode client(String name) {
        return template.at(name + "/Client/Resource");
    }

    /// Only the sign-in page of Cognito receives a password, and only with the code flow. Cognito
    /// ignores the flows and scopes of a client without `AllowedOAuthFlowsUserPoolClient`
    /// (<https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-app-idp-settings.html>).
    @Test
    void aUserSignsInOnTheSignInPageOnly() {
        for (var name : POOLS) {
            var client = client(name);
            assertThat(client.get("AllowedOAuthFlows")).hasToString("[\"code\"]");
            assertThat(client.get("AllowedOAuthFlowsUserPoolClient").asBoolean()).isTrue();
            assertThat(client.get("ExplicitAuthFlows"))
                    .hasToString("[\"ALLOW_REFRESH_TOKEN_AUTH\"]");
            assertThat(client.get("SupportedIdentityProviders")).hasToString("[\"COGNITO\"]");
            assertThat(client.get("CallbackURLs"))
                    .hasToString("[\"https://plaza.example/callback\"]");
            // a browser or a phone cannot keep a secret
            assertThat(client.get("GenerateSecret")).hasToString("false");
        }
    }

    @Test
    void theSignInPageDoesNotRevealWhoHasAnAccount() {
        for (var name : POOLS) {
            assertThat(client(name).get("PreventUserExistenceErrors").asText())
                    .isEqualTo("ENABLED");
        }
    }

    @Test
    void aUserStaysSignedInForAMonthAndAnAdministratorForAnHour() {
        var minutes = Map.of("UserPool", 30 * 24 * 60, "AdminPool", 60);
        minutes.forEach((name, refreshable) -> {
            var client = client(name);
            assertThat(client.get("TokenValidityUnits"))
                    .hasToString(
                            "{\"AccessToken\":\"minutes\",\"IdToken\":\"minutes\",\"RefreshToken\":\"minutes\"}");
            assertThat(client.get("RefreshTokenValidity").asInt()).isEqualTo(refreshable);
            assertThat(client.get("AccessTokenValidity").asInt()).isEqualTo(60);
            assertThat(client.get("IdTokenValidity").asInt()).isEqualTo(60);
            // a sign-out ends the refresh token
            assertThat(client.get("EnableTokenRevocation").asBoolean()).isTrue();
        });
    }

    @Test
    void everyPartOfAPoolBelongsToIt() {
        for (var name : POOLS) {
            var id = template.idAt(name + "/Resource");
            for (var part : List.of("Client", "Domain", "ResourceServer")) {
                assertThat(
                                template.at(name + "/" + part + "/Resource")
                                        .at("/UserPoolId/Ref")
                                        .asText())
                        .isEqualTo(id);
            }
            assertThat(template.at(name + "/ResourceServer/Resource").get("Identifier").asText())
                    .isEqualTo(HttpFunction.RESOURCE_SERVER);
        }
        assertThat(client("UserPool").get("AllowedOAuthScopes"))
                .hasToString(scopes("UserPool", "fantasy", "favorites", "social"));
        assertThat(client("AdminPool").get("AllowedOAuthScopes"))
                .hasToString(scopes("AdminPool", "admin"));
    }

    private String scopes(String pool, String... names) {
        var server = template.idAt(pool + "/ResourceServer/Resource");
        return Arrays.stream(names)
                .map(name ->
                        "{\"Fn::Join\":[\"\",[{\"Ref\":\"%s\"},\"/%s\"]]}".formatted(server, name))
                .toList()
                .toString()
                .replace(" ", "");
    }

    /// The host of a sign-in page is unique in its region.
    @Test
    void everyPoolHasASignInPage() {
        var prefixes = Map.of("UserPool", "plaza-prod-", "AdminPool", "plaza-prod-admin-");
        prefixes.forEach((name, prefix) ->
                assertThat(template.at(name + "/Domain/Resource").get("Domain"))
                        .hasToString(
                                "{\"Fn::Join\":[\"\",[\"%s\",{\"Ref\":\"AWS::AccountId\"}]]}"
                                        .formatted(prefix)));
    }

    /// The functions read the group, and Cognito writes it into tokens.
    @Test
    void bothPoolsHaveTheGroupOfAdministrators() {
        var groups = Map.of("AdminGroup", "UserPool", "AdminPoolGroup", "AdminPool");
        groups.forEach((group, pool) -> {
            assertThat(template.at(group).get("GroupName").asText())
                    .isEqualTo(HttpFunction.ADMIN_SCOPE);
            assertThat(template.at(group).at("/UserPoolId/Ref").asText())
                    .isEqualTo(template.idAt(pool + "/Resource"));
        });
    }

    /// `{####}` stands for the code.
    @Test
    void aUserConfirmsTheirAddressAndRecoversTheirAccountByMail() {
        for (var name : POOLS) {
            var pool = pool(name);
            assertThat(pool.get("UsernameAttributes")).hasToString("[\"email\"]");
            assertThat(pool.at("/UsernameConfiguration/CaseSensitive")).hasToString("false");
            assertThat(pool.get("AutoVerifiedAttributes")).hasToString("[\"email\"]");
            assertThat(pool.get("AccountRecoverySetting"))
                    .hasToString(
                            "{\"RecoveryMechanisms\":[{\"Name\":\"verified_email\",\"Priority\":1}]}");
            var template = pool.get("VerificationMessageTemplate");
            assertThat(template.get("DefaultEmailOption").asText()).isEqualTo("CONFIRM_WITH_CODE");
            assertThat(template.get("EmailMessage").asText()).contains("{####}");
            // of the two, Cognito uses the template
            assertThat(pool.get("EmailVerificationMessage"))
                    .isEqualTo(template.get("EmailMessage"));
            assertThat(pool.get("EmailVerificationSubject"))
                    .isEqualTo(template.get("EmailSubject"));
        }
    }

    @Test
    void usersRegisterThemselvesAndAdministratorsCannot() {
        var invited = "/AdminCreateUserConfig/AllowAdminCreateUserOnly";
        assertThat(pool("UserPool").at(invited)).hasToString("false");
        assertThat(pool("AdminPool").at(invited)).hasToString("true");
    }

    @Test
    void everyPasswordHasFourKindsOfCharacters() {
        for (var name : POOLS) {
            var policy = pool(name).at("/Policies/PasswordPolicy");
            assertThat(policy.get("MinimumLength").asInt()).isEqualTo(12);
            for (var kind : List.of("Lowercase", "Uppercase", "Numbers", "Symbols")) {
                assertThat(policy.get("Require" + kind).asBoolean()).as(kind).isTrue();
            }
            // of an invitation by an administrator
            assertThat(policy.get("TemporaryPasswordValidityDays").asInt()).isEqualTo(1);
        }
    }

    /// A code by SMS can be intercepted, and is billed.
    @Test
    void theSecondFactorIsAnAppAndAdministratorsNeedIt() {
        assertThat(pool("AdminPool").get("MfaConfiguration").asText()).isEqualTo("ON");
        assertThat(pool("UserPool").get("MfaConfiguration").asText()).isEqualTo("OPTIONAL");
        for (var name : POOLS) {
            assertThat(pool(name).get("EnabledMfas")).hasToString("[\"SOFTWARE_TOKEN_MFA\"]");
        }
    }

    /// The estimate has the price of this plan; the default is three times as expensive.
    @Test
    void theAccountsHaveThePriceOfTheEstimate() {
        for (var name : POOLS) {
            assertThat(pool(name).get("UserPoolTier").asText()).isEqualTo("LITE");
        }
    }

    @Test
    void prodKeepsItsAccounts() {
        for (var name : POOLS) {
            assertThat(pool(name).get("DeletionProtection").asText()).isEqualTo("ACTIVE");
        }
        assertThat(Template.dev().at("UserPool/Resource").get("DeletionProtection").asText())
                .isEqualTo("INACTIVE");
    }

    /// Without an identity of SES, Cognito sends 50 mails a day for an account.
    @Test
    void mailsComeFromTheConfiguredAddress() {
        for (var name : POOLS) {
            assertThat(pool(name).get("EmailConfiguration"))
                    .hasToString(
                            "{\"EmailSendingAccount\":\"DEVELOPER\",\"From\":\"hello@plaza.example\",\"SourceArn\":{\"Fn::Join\":[\"\",[\"arn:\","
                                    + "{\"Ref\":\"AWS::Partition\"},\":ses:\",{\"Ref\":\"AWS::Region\"},\":\",{\"Ref\":\"AWS::AccountId\"},\":identity/plaza.example\"]]}}");
        }
    }
}
