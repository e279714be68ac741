package plaza.infra;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awscdk.CfnDynamicReference;
import software.amazon.awscdk.CfnDynamicReferenceService;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.secretsmanager.Secret;
import software.amazon.awscdk.services.secretsmanager.SecretStringGenerator;

/// The keys that prove to the functions that a request has passed CloudFront, see
/// [plaza.http.EdgeKey]. Secrets Manager generates them, and CloudFormation reads them by dynamic
/// references, so that no template contains them.
///
/// @param references the references to the accepted keys; CloudFront sends the first
record EdgeKeys(List<String> references) {
    private static final int CHARACTERS = 64;

    /// Creates the key with a number, and keeps the one before it, which distant edges of
    /// CloudFront still send while a deployment reaches them.
    static EdgeKeys in(Stack stack, int number) {
        return new EdgeKeys(
                IntStream.of(number, number - 1)
                        .filter(each -> each > 0)
                        .mapToObj(each -> reference(stack, each))
                        .toList());
    }

    private static String reference(Stack stack, int number) {
        var secret =
                Secret.Builder.create(stack, "EdgeKey" + number)
                        .description("Plaza: the header by which functions recognise CloudFront")
                        .generateSecretString(
                                SecretStringGenerator.builder()
                                        .passwordLength(CHARACTERS)
                                        .excludePunctuation(true)
                                        .includeSpace(false)
                                        .build())
                        .build();
        return new CfnDynamicReference(
                        CfnDynamicReferenceService.SECRETS_MANAGER,
                        secret.getSecretArn() + ":SecretString")
                .toString();
    }

    String current() {
        return references.getFirst();
    }

    String accepted() {
        return references.stream().collect(Collectors.joining(","));
    }
}
