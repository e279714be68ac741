package plaza.benchmark.warm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpResponse;

/// A request to DynamoDB and its response.
///
/// @param responseBody the body of the response
record Exchange(RecordedRequest request, byte[] responseBody) {
    /// The operation, in the form of the header `X-Amz-Target`.
    String target() {
        return request.target();
    }

    /// Returns the response in the form of an HTTP client.
    HttpExecuteResponse response(SdkHttpResponse head) {
        return HttpExecuteResponse.builder()
                .response(head)
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(responseBody)))
                .build();
    }

    /// Writes the exchanges to a file, one line each.
    static void write(Path file, List<Exchange> exchanges) throws IOException {
        Files.write(
                file,
                exchanges.stream()
                        .map(each ->
                                "%s %d %d %s"
                                        .formatted(
                                                each.target(),
                                                each.request().length(),
                                                each.request().sum(),
                                                Base64.getEncoder()
                                                        .encodeToString(each.responseBody())))
                        .toList());
    }

    /// Reads the exchanges of a file, in their order.
    static List<Exchange> read(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.US_ASCII).stream()
                .map(line -> line.split(" ", -1))
                .map(words ->
                        new Exchange(
                                new RecordedRequest(
                                        words[0],
                                        Integer.parseInt(words[1]),
                                        Long.parseLong(words[2])),
                                Base64.getDecoder().decode(words[3])))
                .toList();
    }
}
