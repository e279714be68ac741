package plaza.social.post;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.id.UserId;
import plaza.text.Malformed;

class MentionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Fog.                            |
                    @ann                            | ann
                    Hello @ann, (@ben)!             | ann ben
                    @ann and @ann                   | ann
                    霧@ann                          |
                    「@ann」                         | ann
                    ann@example.com                 |
                    https://example.com/@ann        |
                    @@ann                           |
                    @a_b-9.                         | a_b-9
                    @                               |
                    """)
    void aMentionIsAnAtSignAndAnId(String text, String users) {
        assertThat(Mentions.in(text).stream().map(UserId::value).collect(Collectors.joining(" ")))
                .isEqualTo(users == null ? "" : users);
    }

    @Test
    void anIdThatIsTooLongIsNotAMention() {
        assertThat(Mentions.in("@" + "a".repeat(64))).hasSize(1);
        assertThat(Mentions.in("@" + "a".repeat(65))).isEmpty();
    }

    @Test
    void aContentMentionsAtMostTenUsers() {
        var ten =
                IntStream.range(0, 10).mapToObj(n -> "@user" + n).collect(Collectors.joining(" "));
        assertThat(Mentions.parseContent(ten + " @user0")).isEqualTo(ten + " @user0");
        assertThatThrownBy(() -> Mentions.parseContent(ten + " @other"))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("at most 10 users");
    }
}
