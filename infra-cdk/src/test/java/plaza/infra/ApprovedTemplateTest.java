package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.infra.settings.StackSettings;

/// Compares the templates with the approved ones. `-Dplaza.docs=write` writes them instead; a
/// reviewer then reads the difference, as [TemplateText] shows it.
final class ApprovedTemplateTest {
    private static final Path APPROVED =
            Path.of("src/test/resources/plaza/infra/approved-template.txt");

    private static final String API_CERTIFICATE =
            "arn:aws:acm:eu-west-1:111122223333:certificate/6f1c";
    private static final String US_CERTIFICATE =
            "arn:aws:acm:us-east-1:111122223333:certificate/7a2b";

    private static final String BOUNDARY = "arn:aws:iam::111122223333:policy/team/Boundary";

    /// A route of users and one of administrators; the settings change all routes in one way.
    private static final List<HttpFunction> FEW =
            Catalogue.ALL.httpFunctions().stream()
                    .filter(row -> Set.of("PutUserInfo", "PutGameweek").contains(row.name()))
                    .toList();

    private static final Map<String, Object> ISSUER =
            Map.of(
                    "stage", "prod",
                    "alarmEmail", "oncall@plaza.example",
                    "issuer", "https://plaza.eu.auth0.com/",
                    "audience", "https://api.plaza.example, second",
                    "groupsClaim", "https://plaza.example/groups");

    private final StringBuilder text = new StringBuilder();

    @Test
    void theTemplatesAreApproved() throws IOException {
        text.append("# Each kind of resource of prod, then what differs in other stacks.\n")
                .append("# ApprovedTemplateTest writes it with -Dplaza.docs=write.\n");
        var prod = new TemplateText(Template.real());
        text.append(prod);
        compare("dev, with a few routes", Template.dev(), prod);
        var complete = compare("prod with every option", Template.complete(), prod);
        compare(
                "prod with a domain of CloudFront and a topic, compared with every option",
                prod(
                        Map.of(
                                "edge",
                                true,
                                "apiDomain",
                                "api.plaza.example",
                                "apiCertificate",
                                US_CERTIFICATE,
                                "alarmTopicArn",
                                "arn:aws:sns:us-east-1:111122223333:alarms")),
                complete);
        compare(
                "prod with domains, a mail identity, tags and a permissions boundary",
                prod(
                        Map.of(
                                "mailFrom", "no-reply@mail.plaza.example",
                                "mailIdentity", "plaza.example",
                                "apiDomain", "api.plaza.example",
                                "apiCertificate", API_CERTIFICATE,
                                "signInDomain", "auth.plaza.example",
                                "signInCertificate", US_CERTIFICATE,
                                "hostedZoneId", "Z0123",
                                "tags", "team=core, costCenter=42",
                                "permissionsBoundary", BOUNDARY)),
                prod);
        compare(
                "prod with provisioned capacity",
                prod(
                        Map.of(
                                "capacity",
                                "provisioned",
                                "maxReadUnits",
                                12_000,
                                "maxWriteUnits",
                                4_000)),
                prod);
        compare("prod with the pool of restored users", prod(Map.of("userPoolNumber", 2)), prod);
        var issuer = compare("prod with an issuer", template(ISSUER), prod);
        compare("the issuer with a prefix of scopes", issuer("plaza."), issuer);
        compare("the issuer without scopes", issuer("none"), issuer);
        if ("write".equals(System.getProperty("plaza.docs"))) {
            Files.writeString(APPROVED, text);
        }
        assertThat(APPROVED)
                .as(
                        "run the command in CONTRIBUTING.md (-Dplaza.docs=write), and read what"
                                + " changes")
                .hasContent(text.toString());
    }

    private TemplateText compare(String name, Template template, TemplateText base) {
        var compared = new TemplateText(template);
        text.append("\n## ").append(name).append('\n').append(compared.differencesFrom(base));
        return compared;
    }

    private static Template issuer(String scopes) {
        return template(with(ISSUER, Map.of("scopes", scopes)));
    }

    private static Template prod(Map<String, Object> context) {
        return template(with(Template.PROD, context));
    }

    private static Map<String, Object> with(
            Map<String, Object> context, Map<String, Object> changes) {
        var changed = new HashMap<>(context);
        changed.putAll(changes);
        return changed;
    }

    private static Template template(Map<String, Object> context) {
        return Template.shared(
                "context " + new TreeMap<>(context),
                () ->
                        Template.synthesise(
                                StackSettings.from(context::get),
                                FEW,
                                Catalogue.ALL.streamFunctions(),
                                _ -> {}));
    }
}
