package plaza.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.Seeds;
import plaza.text.Malformed;

/// Maps the subjects of access tokens to user ids.
final class SubjectTest {
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern DIGEST_FORM = Pattern.compile("sha256-[A-Za-z0-9_-]{43}");
    private static final int CASES = 2_000;
    private static final int SUBJECTS = 20;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alice",
                "64c1f0a2-7d3b-4c55-9e51-0b1f5f0f8d11", // Amazon Cognito
                "113927413842301928374", // Google
                "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ", // Microsoft Entra ID
                "sha256",
                "sha256-",
                "sha256-short",
                "SHA256-Ew3aF5vD-ioEMGBVBjuGKfeLfyZ9GjTWRkCRXX2sWCQ"
            })
    void aSubjectThatIsASafeIdIsTheId(String subject) {
        assertThat(UserId.ofSubject(subject).value()).isEqualTo(subject);
    }

    /// The ids are those of `printf %s <subject> | openssl dgst -sha256 -binary | basenc
    /// --base64url | tr -d =`. They must not change: they are in the keys of the table.
    @ParameterizedTest
    @CsvSource({
        "auth0|64f1c2, t8VjDoSBmBbO5nBa2ODWD1U9FkeEFs16F2bahZWUHSk",
        "google-oauth2|113927413842301928374, jkcAFYplICg9OO0k7O3YeVzoI32YgPUAl8SrXC6Doto",
        "ann@plaza.example, XNcgaV4dgLa3MW_xD5lMXnEXWmKb8nGtXAHtzCjiQKQ",
        "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66, oYmrrN5EKj58Bss10PaHZRf4lSNjdGYLGR_n81ajv60",
        "u1#follower, 33m397c-zM1u3ZMec-QsONZegehdlk8sGAwNpxqkvV0",
        "../alice, i-HJtYNvhI5NF_u8wwNSWkvjI0y6EyJ4QtulMsDD5lE",
        "' ', Nqnn8clbgv-5l0PgxcTOldg8mkMKrFn4TvPL-rYUUGg",
        "ünï-code, geDsWGjXbxilu9izP1AqNvn2S0dJNE6lSh0zjC9FibE",
        "😀, 8EQ6NCxe9UeDoRG1G6Vsk45HTDIyTZDDpgycjjo34tk",
        "sha256-t8VjDoSBmBbO5nBa2ODWD1U9FkeEFs16F2bahZWUHSk, oGN1D-KJy2Suz9QYr62SRY9GoI0KXqUhS3KznW0bFK8"
    })
    void anyOtherSubjectIsHashed(String subject, String id) {
        assertThat(UserId.ofSubject(subject).value()).isEqualTo("sha256-" + id);
    }

    @Test
    void subjectsOf65And255CharactersAreAccepted() {
        assertThat(UserId.ofSubject("a".repeat(64)).value()).isEqualTo("a".repeat(64));
        assertThat(UserId.ofSubject("a".repeat(65)).value()).matches(DIGEST_FORM);
        assertThat(UserId.ofSubject("a".repeat(255)).value())
                .matches(DIGEST_FORM)
                .isNotEqualTo(UserId.ofSubject("a".repeat(65)).value());
    }

    /// An attacker who can choose their subject chooses the id of another user.
    @Test
    void aSubjectThatIsTheIdOfAnotherUserIsAnotherUser() {
        var victim = UserId.ofSubject("auth0|64f1c2");
        var attacker = UserId.ofSubject(victim.value());
        var next = UserId.ofSubject(attacker.value());
        assertThat(List.of(victim, attacker, next)).doesNotHaveDuplicates();
    }

    /// Subjects are compared byte by byte.
    @ParameterizedTest
    @CsvSource({
        "ann@plaza.example, Ann@plaza.example",
        "é, e\u0301",
        "Ａ, A",
        "\u0430lice, alice",
        "alice\u200B, alice",
        "'alice ', alice",
        "a|b, a|b|",
        "?, \uFFFD",
        "'[alice]', alice"
    })
    void similarSubjectsAreDifferentUsers(String one, String other) {
        assertThat(UserId.ofSubject(one)).isNotEqualTo(UserId.ofSubject(other));
    }

    /// Each of them has the same UTF-8 bytes as another text once it is encoded with replacement.
    @ParameterizedTest
    @ValueSource(strings = {"", "\uD800", "a\uDC00", "\uDC00\uD800", "auth0|\uD83D"})
    void anEmptySubjectAndInvalidUnicodeAreRejected(String subject) {
        assertThatThrownBy(() -> UserId.ofSubject(subject)).isInstanceOf(Malformed.class);
    }

    @Test
    void noTwoSubjectsShareAnId() {
        Seeds.forEach(
                "no two subjects share an id",
                CASES,
                random -> {
                    Map<UserId, String> subjects = new HashMap<>();
                    var subject = subject(random);
                    for (int i = 0; i < SUBJECTS; i++) {
                        var id = UserId.ofSubject(subject);
                        assertThat(id.value()).matches(SAFE);
                        if (SAFE.matcher(subject).matches()
                                && !DIGEST_FORM.matcher(subject).matches()) {
                            assertThat(id.value()).isEqualTo(subject);
                        } else {
                            assertThat(id.value()).matches(DIGEST_FORM).isNotEqualTo(subject);
                        }
                        var other = subjects.putIfAbsent(id, subject);
                        assertThat(other == null ? subject : other).isEqualTo(subject);
                        subject = next(random, subject, id);
                    }
                });
    }

    /// A new subject, one that differs little from the last, or the id of the last.
    private static String next(SplittableRandom random, String subject, UserId id) {
        return switch (random.nextInt(4)) {
            case 0 -> subject(random);
            case 1 -> id.value();
            case 2 -> subject + character(random);
            default -> character(random) + subject.substring(subject.offsetByCodePoints(0, 1));
        };
    }

    private static String subject(SplittableRandom random) {
        var start =
                List.of("", "auth0|", "google-oauth2|", "urn:uuid:", "sha256-", "a@")
                        .get(random.nextInt(6));
        var text = new StringBuilder(start);
        var length = List.of(1, 2, 21, 43, 64, 255).get(random.nextInt(6));
        for (int i = 0; i < length; i++) {
            text.append(character(random));
        }
        return text.toString();
    }

    /// A character of an id in most cases, otherwise any character of Unicode.
    private static String character(SplittableRandom random) {
        var codePoint =
                random.nextInt(100) < 97
                        ? "ABCxyz019_-".charAt(random.nextInt(11))
                        : random.nextInt(Character.MAX_CODE_POINT + 1);
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE
                ? "|"
                : Character.toString(codePoint);
    }
}
