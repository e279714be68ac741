package plaza.benchmark.warm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpResponse;

/// A request to DynamoDB and its answer.
///
/// @param target the operation, as the header `X-Amz-Target` has it
/// @param answer the answer's body
record Exchange(String target, byte[] answer) {
    /// What is asked for.
    static String target(HttpExecuteRequest request) {
        return request.httpRequest().firstMatchingHeader("X-Amz-Target").orElseThrow();
    }

    /// The answer as an HTTP client gives it.
    HttpExecuteResponse response(SdkHttpResponse head) {
        return HttpExecuteResponse.builder()
                .response(head)
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer)))
                .build();
    }

    static void write(Path file, List<Exchange> exchanges) throws IOException {
        Files.write(
                file,
                exchanges.stream()
                        .map(each ->
                                each.target()
                                        + " "
                                        + Base64.getEncoder().encodeToString(each.answer()))
                        .toList());
    }

    /// The exchanges of a file, in their order.
    static List<Exchange> read(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.US_ASCII).stream()
                .map(line -> line.split(" ", -1))
                .map(words -> new Exchange(words[0], Base64.getDecoder().decode(words[1])))
                .toList();
    }
}
