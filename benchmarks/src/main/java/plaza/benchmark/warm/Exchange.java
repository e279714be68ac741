package plaza.benchmark.warm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/// A request to DynamoDB and its answer.
///
/// @param target the operation, as the header `X-Amz-Target` has it
/// @param answer the answer's body
record Exchange(String target, byte[] answer) {
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
