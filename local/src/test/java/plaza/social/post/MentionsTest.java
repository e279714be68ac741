package plaza.social.post;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.id.UserId;

class MentionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "@ann                      | ann",
                "Hello @ann, @ben. @ann!   | ann ben",
                ".@ann                     | ann",
                "...@ann                   | ann",
                "…@ann                     | ann",
                "Hello.@ann                | ann",
                "-@ann                     | ann",
                "--@ann                    | ann",
                "- @ann                    | ann",
                "—@ann                     | ann",
                "(@ann) [@ben] \"@cy\"     | ann ben cy",
                "'@ann' *@ben* ~@cy        | ann ben cy",
                "x=@ann,@ben;@cy:@dan+@eve | ann ben cy dan eve",
                "。@ann，@ben              | ann ben",
                "🙂@ann                    | ann",
                "@ann-b_1                  | ann-b_1",
                "@ann.                     | ann",
                "@ann's                    | ann",
                "@ann@example.com          | ann",
            })
    void anAtSignMentionsTheUserWhoseIdFollows(String text, String users) {
        assertThat(Mentions.in(text))
                .extracting(UserId::value)
                .containsExactlyElementsOf(List.of(users.split(" ")));
    }

    @ParameterizedTest
    @CsvSource({
        "a@b",
        "ann@example.com",
        "ann.lee@example.com",
        "a-@b",
        "a--@b",
        "_@b",
        "é@b",
        "7@b",
        "東@b",
        "https://example.com/@ann",
        "https://example.com/-@ann",
        "@@ann",
        "@",
        "@ ann",
        "@é",
        "@.ann"
    })
    void anAddressMentionsNoUser(String text) {
        assertThat(Mentions.in(text)).isEmpty();
    }

    @Test
    void anIdIsAtMostAsLongAsAUserId() {
        assertThat(Mentions.in("@" + "a".repeat(64))).hasSize(1);
        assertThat(Mentions.in("@" + "a".repeat(65))).isEmpty();
    }

    @Test
    void aHyphenFarFromALetterIsNoPartOfAnAddress() {
        assertThat(Mentions.in("a" + "-".repeat(63) + "@ann")).isEmpty();
        assertThat(Mentions.in("a" + "-".repeat(64) + "@ann")).hasSize(1);
    }

    @Test
    void theDemoLinksWhatTheApiCounts() throws IOException {
        try (var page = Mentions.class.getResourceAsStream("/plaza/web/demo/social/text.js")) {
            assertThat(page).isNotNull();
            assertThat(new String(page.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("/" + Mentions.MENTION.pattern() + "/gu");
        }
    }
}
