package plaza.benchmark.warm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A request to DynamoDB and its answer.
///
/// @param target the operation, as the header `X-Amz-Target` has it
record Exchange(String target, String request, String answer) {
    /// What tells requests apart whose attributes come in any order, as those of `Map.of` do: the
    /// characters, sorted.
    static String key(String target, String request) {
        var characters = request.toCharArray();
        Arrays.sort(characters);
        return target + " " + new String(characters);
    }

    static void write(Path file, List<Exchange> exchanges) throws IOException {
        Files.write(
                file,
                exchanges.stream()
                        .map(each ->
                                encoded(key(each.target(), each.request()))
                                        + " "
                                        + encoded(each.answer()))
                        .toList());
    }

    /// The answers in a file, by the [#key] of their requests.
    static Map<String, byte[]> read(Path file) throws IOException {
        var answers = new HashMap<String, byte[]>();
        for (var line : Files.readAllLines(file)) {
            var words = line.split(" ", -1);
            answers.put(new String(decoded(words[0]), StandardCharsets.UTF_8), decoded(words[1]));
        }
        return answers;
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] decoded(String word) {
        return Base64.getDecoder().decode(word);
    }
}
