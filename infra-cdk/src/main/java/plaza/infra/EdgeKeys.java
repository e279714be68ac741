package plaza.infra;

import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awscdk.Stack;

/// The keys that prove to the functions that a request has passed through CloudFront, see
/// [plaza.http.EdgeKey]. Secrets Manager generates them, and CloudFormation reads them by dynamic
/// references, so that no template contains them.
///
/// @param references the references to the accepted keys; CloudFront sends the first
record EdgeKeys(List<String> references) {
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
                Storage.generated(
                        stack,
                        "EdgeKey" + number,
                        "Plaza: the header by which functions recognise CloudFront");
        return Storage.reference(secret, ":SecretString");
    }

    String current() {
        return references.getFirst();
    }

    String accepted() {
        return String.join(",", references);
    }
}
