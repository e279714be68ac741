package plaza.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.http.Cursors.Keyring;
import plaza.http.Cursors.Secret;
import plaza.table.Page;
import plaza.text.Malformed;

class CursorsTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final Page.Position POSITION =
            new Page.Position(List.of("u#bob#follower", "u#alice"));

    @Test
    void openReturnsTheSealedPosition() {
        Seeds.forEach(
                "openReturnsTheSealedPosition",
                200,
                random -> {
                    var cursors = cursors(NOW, secret(random));
                    var position =
                            new Page.Position(
                                    List.of("a" + random.nextLong(), "é#" + random.nextLong()));
                    assertThat(cursors.open("b", cursors.seal("b", position))).isEqualTo(position);
                });
    }

    @Test
    void everyChangedCharacterIsRejected() {
        var cursors = cursors(NOW, secret(new SplittableRandom(7)));
        var cursor = cursors.seal("binding", POSITION);
        var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ";
        for (var position = 0; position < cursor.length(); position++) {
            for (var index = 0; index < alphabet.length(); index++) {
                var other = alphabet.charAt(index);
                if (other != cursor.charAt(position)) {
                    var changed =
                            cursor.substring(0, position) + other + cursor.substring(position + 1);
                    assertThatThrownBy(() -> cursors.open("binding", changed))
                            .as(changed)
                            .isInstanceOf(Malformed.class);
                }
            }
        }
    }

    @Test
    void aCursorOfAnotherListIsRejected() {
        var cursors = cursors(NOW, secret(new SplittableRandom(7)));
        var cursor = cursors.seal("binding", POSITION);
        assertThatThrownBy(() -> cursors.open("bindinh", cursor)).isInstanceOf(Malformed.class);
        assertThatThrownBy(() -> cursors.open("", cursor)).isInstanceOf(Malformed.class);
    }

    @Test
    void aCursorExpires() {
        var secret = secret(new SplittableRandom(7));
        var cursor = cursors(NOW, secret).seal("b", POSITION);
        var last = NOW.plus(Cursors.LIFETIME).minusMillis(1);
        assertThat(cursors(last, secret).open("b", cursor)).isEqualTo(POSITION);
        assertThatThrownBy(() -> cursors(last.plusMillis(1), secret).open("b", cursor))
                .isInstanceOf(Malformed.class);
    }

    /// The releases of two rotations, as docs/operations/maintenance.md describes them. During a
    /// release, the versions of two releases receive the requests of one caller, and after a
    /// rollback, the older one receives the cursors of the newer one.
    @Test
    void aRotationRejectsNoCursorOfTheReleaseBeforeOrAfter() {
        var random = new SplittableRandom(7);
        var first = secret(random);
        var second = secret(random);
        var third = secret(random);
        var releases =
                List.of(
                        cursors(NOW, first),
                        cursors(NOW, first, second),
                        cursors(NOW, second, first),
                        cursors(NOW, second, third),
                        cursors(NOW, third, second));
        for (var newer = 1; newer < releases.size(); newer++) {
            var before = releases.get(newer - 1);
            var after = releases.get(newer);
            assertThat(after.open("b", before.seal("b", POSITION))).isEqualTo(POSITION);
            assertThat(before.open("b", after.seal("b", POSITION))).isEqualTo(POSITION);
        }
        // the second rotation removes the first key
        var old = releases.get(1).seal("b", POSITION);
        assertThat(releases.get(2).open("b", old)).isEqualTo(POSITION);
        assertThatThrownBy(() -> releases.get(3).open("b", old))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("must be the unchanged cursor of the previous page");
    }

    @Test
    void aCursorDoesNotRevealItsPosition() {
        var cursors = cursors(NOW, secret(new SplittableRandom(7)));
        var bytes = Base64.getUrlDecoder().decode(cursors.seal("b", POSITION));
        assertThat(new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1))
                .doesNotContain("bob")
                .doesNotContain("alice");
    }

    /// With the nonce of another cursor, GCM would reveal how the two positions differ.
    @Test
    void everyCursorHasItsOwnNonce() {
        var cursors = cursors(NOW, secret(new SplittableRandom(7)));
        var nonces = new HashSet<String>();
        for (var number = 0; number < 1_000; number++) {
            // 12 bytes
            nonces.add(cursors.seal("b", POSITION).substring(0, 16));
        }
        assertThat(nonces).hasSize(1_000);
    }

    @Test
    void invalidCursorsAreRejected() {
        var cursors = cursors(NOW, secret(new SplittableRandom(7)));
        for (var invalid : List.of("", "A", "not a cursor", "A".repeat(5_000), "😀")) {
            assertThatThrownBy(() -> cursors.open("b", invalid)).isInstanceOf(Malformed.class);
        }
    }

    @Test
    void keyringsAreParsed() {
        var key = Base64.getEncoder().encodeToString(new byte[32]);
        var other = "aZ9+".repeat(16);
        assertThat(Keyring.parse(" " + other + ", " + key + "\n").secrets())
                .extracting(Secret::bytes)
                .containsExactly(Base64.getDecoder().decode(other), new byte[32]);
        for (var bad : List.of("", "AAAA", key + ",", key + "," + key.substring(4), "1:" + key)) {
            assertThatThrownBy(() -> Keyring.parse(bad)).isInstanceOf(Malformed.class);
        }
    }

    private static Cursors cursors(Instant now, Secret... secrets) {
        var keyring = new Keyring(List.of(secrets));
        return new Cursors(keyring, Clock.fixed(now, ZoneOffset.UTC), new SecureRandom());
    }

    private static Secret secret(SplittableRandom random) {
        var bytes = new byte[32];
        random.nextBytes(bytes);
        return new Secret(bytes);
    }
}
