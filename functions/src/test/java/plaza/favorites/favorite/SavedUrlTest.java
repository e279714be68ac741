package plaza.favorites.favorite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.favorites.search.RandomText;
import plaza.text.Malformed;

class SavedUrlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    https://example.com                       | https://example.com/
                    HTTP://Example.COM/                       | https://example.com/
                    http://example.com:80/a                   | https://example.com/a
                    https://example.com:443/a                 | https://example.com/a
                    http://example.com:443/a                  | https://example.com/a
                    https://example.com:8443/a                | https://example.com:8443/a
                    https://example.com:08443/a               | https://example.com:8443/a
                    https://example.com:/a                    | https://example.com/a
                    https://example.com./a                    | https://example.com/a
                    https://example.com/a/                    | https://example.com/a
                    https://example.com//a///                 | https://example.com//a
                    https://example.com/A/b                   | https://example.com/A/b
                    https://example.com/a/./b/../c            | https://example.com/a/c
                    https://example.com/../../a               | https://example.com/a
                    https://example.com/..//a                 | https://example.com//a
                    https://example.com/a/%2e%2E/b            | https://example.com/b
                    https://example.com/%7euser/%e4%b8%ad     | https://example.com/~user/%E4%B8%AD
                    https://example.com/中                     | https://example.com/%E4%B8%AD
                    https://example.com/%61%7a%41%5A%30%39    | https://example.com/azAZ09
                    https://example.com/%60%7b%40%5B%2f%3A    | https://example.com/%60%7B%40%5B%2F%3A
                    https://example.com/%0a0%g0%0g            | https://example.com/%0A0%25g0%250g
                    https://example.com:65535/                | https://example.com:65535/
                    https://example.com/-!%2d%21              | https://example.com/-!-%21
                    https://example.com/a%2fb                 | https://example.com/a%2Fb
                    https://example.com/100%                  | https://example.com/100%25
                    https://example.com/a b                   | https://example.com/a%20b
                    https://example.com/a#b                   | https://example.com/a
                    https://example.com#b?c                   | https://example.com/
                    https://example.com?                      | https://example.com/
                    https://example.com?b=2&a=1               | https://example.com/?b=2&a=1
                    https://example.com/?a=1&&a=2&            | https://example.com/?a=1&a=2
                    https://example.com/?a=/b/../c/           | https://example.com/?a=/b/../c/
                    https://example.com/?utm_source=x&id=7    | https://example.com/?id=7
                    https://example.com/?UTM_Medium=x         | https://example.com/
                    https://example.com/?%75tm_source=x       | https://example.com/
                    https://example.com/?fbclid=x&gclid&q=utm_ | https://example.com/?q=utm_
                    https://example.com/?q=a+b                | https://example.com/?q=a+b
                    https://例え.jp/メモ                         | https://xn--r8jz45g.jp/%E3%83%A1%E3%83%A2
                    https://BÜCHER.example/                   | https://xn--bcher-kva.example/
                    https://ｅｘａｍｐｌｅ.com/                    | https://example.com/
                    https://straße.example/                   | https://xn--strae-oqa.example/
                    https://😀.example/                        | https://xn--e28h.example/
                    https://☕.example/                        | https://xn--53h.example/
                    https://𞤀𞤁.example/                       | https://xn--9d6hc.example/
                    https://é.example/é           | https://xn--9ca.example/%C3%A9
                    https://XN--R8JZ45G.jp/                   | https://xn--r8jz45g.jp/
                    https://-a.b--c-.example/                 | https://-a.b--c-.example/
                    https://ex%61mple.com/                    | https://example.com/
                    http://[::1]:8080/a                       | https://[0:0:0:0:0:0:0:1]:8080/a
                    http://[2001:DB8::]/                      | https://[2001:db8:0:0:0:0:0:0]/
                    http://127.0.0.1/                         | https://127.0.0.1/
                    S3://Bucket-1/Key/../a b#c?               | s3://bucket-1/Key/../a b#c?
                    s3://bucket                               | s3://bucket/
                    """)
    void addressHasThisNormalisedForm(String given, String normalised) {
        var url = SavedUrl.parse(given);
        assertThat(url.normalised()).isEqualTo(normalised);
        assertThat(url.text()).isEqualTo(given);
    }

    @Test
    void addressesAreEqualIfTheirExactTextsAre() {
        var url = SavedUrl.parse("https://example.com/a#b");
        assertThat(url)
                .isEqualTo(SavedUrl.parse("https://example.com/a#b"))
                .hasSameHashCodeAs(SavedUrl.parse("https://example.com/a#b"))
                .isNotEqualTo(SavedUrl.parse("https://example.com/a"))
                .isNotEqualTo("https://example.com/a#b")
                .hasToString("https://example.com/a#b");
        assertThat(url.hashCode()).isNotEqualTo(SavedUrl.parse("s3://bucket").hashCode());
    }

    @Test
    void theFragmentIsPartOfTheExactFingerprintOnly() {
        var page = SavedUrl.parse("https://example.com/a");
        var place = SavedUrl.parse("https://example.com/a#b");
        assertThat(place.fingerprint()).isEqualTo(page.fingerprint()).hasSize(22);
        assertThat(place.exactFingerprint()).isNotEqualTo(page.exactFingerprint()).hasSize(43);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    https://example.com/a#b         | https://example.com/a#b         | exact
                    https://example.com/a           | http://EXAMPLE.com:80/a/        | sameAddress
                    https://example.com/a           | https://example.com/a#          | sameAddress
                    https://example.com/a?utm_id=1  | https://example.com/a?fbclid=2  | sameAddress
                    https://example.com/a#b%63      | HTTPS://example.com/a#bc        | sameAddress
                    s3://Bucket/a                   | s3://bucket/a                   | sameAddress
                    https://a.example/ré#é | https://a.example/ré#é | sameAddress
                    https://a.example/?q=é    | https://a.example/?q=é     | sameAddress
                    https://☕.example/              | https://xn--53h.example         | sameAddress
                    https://example.com/a           | https://example.com/a#b         | samePage
                    https://example.com/#/inbox     | https://example.com/#/sent      | samePage
                    https://example.com/a#b         | http://example.com/a#c?utm_id=1 | samePage
                    """)
    void addressesOfAPageMatchInThisWay(String one, String other, String match) {
        var first = SavedUrl.parse(one);
        var second = SavedUrl.parse(other);
        assertThat(first.fingerprint()).isEqualTo(second.fingerprint());
        assertThat(first.match(second).wireName()).isEqualTo(match);
        assertThat(second.match(first)).isEqualTo(first.match(second));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com",
                "/a",
                "javascript:alert(1)",
                "javascript://example.com/%0Aalert(1)",
                "data:text/html,x",
                "file:///etc/passwd",
                "ftp://example.com/",
                "https:/example.com",
                "https://",
                "https:///a",
                "https://@example.com/",
                "https://user@example.com/",
                "https://user:word@example.com/",
                "https://example.com@evil.example/",
                "https://exa mple.com/",
                "https://exa%2Fmple.com/",
                "https://example..com/",
                "https://a‌b.example/",
                "https://אa.example/",
                "https://xn--zzzzzz.example/",
                "https://�.example/",
                "https://͸.example/",
                "https://.example.com/",
                "https://example.com:x/",
                "https://example.com:65536/",
                "https://example.com:-1/",
                "https://example.com\\@evil.example/",
                "https://[::1/",
                "https://[::1%25eth0]/",
                "https://[example.com]/",
                "https://example.com/\u0000",
                "https://example.com/a\nb",
                "https://example.com/\ud800",
                "s3://b",
                "s3:///key",
                "s3://bad!bucket/key"
            })
    void parsingTheseTextsThrows(String text) {
        assertThatThrownBy(() -> SavedUrl.parse(text)).isInstanceOf(Malformed.class);
    }

    /// Two spellings are two addresses of one page, and each is returned as it was sent.
    @Test
    void addressKeepsItsComposition() {
        var decomposed = SavedUrl.parse(" https://files.example/re\u0301sume\u0301.pdf ");
        var composed = SavedUrl.parse("https://files.example/r\u00e9sum\u00e9.pdf");
        assertThat(decomposed.text()).isEqualTo("https://files.example/re\u0301sume\u0301.pdf");
        assertThat(decomposed).isNotEqualTo(composed);
        assertThat(decomposed.exactFingerprint()).isNotEqualTo(composed.exactFingerprint());
        assertThat(decomposed.fingerprint()).isEqualTo(composed.fingerprint());
        assertThat(SavedUrl.parse("s3://bucket/e\u0301").fingerprint())
                .isNotEqualTo(SavedUrl.parse("s3://bucket/\u00e9").fingerprint());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ftp://e.example/ | must be an absolute http, https or s3 URL",
                "https://me@e.example/ | must be a URL without user information",
                "https://e_e..example/ | must be a URL with a valid host",
                "https://[x:]/ | must be a URL with a valid host",
                "https://[1:2:3]/ | must be a URL with a valid host",
                "https://e.example:65536/ | must be a URL with a port of at most 65535",
                "s3://b/ | must be a URL with the name of a bucket",
                "https://e.example/\u202E | must not contain control characters, bidirectional controls or unpaired surrogates"
            })
    void messageNamesTheRule(String text, String rule) {
        assertThatThrownBy(() -> SavedUrl.parse(text))
                .isInstanceOf(Malformed.class)
                .hasMessage(rule);
    }

    @Test
    void addressLongerThanTheLimitThrows() {
        String longest = "https://example.com/" + "a".repeat(SavedUrl.BYTES_MAX - 20);
        assertThat(SavedUrl.parse(longest).text()).hasSize(SavedUrl.BYTES_MAX);
        assertThatThrownBy(() -> SavedUrl.parse(longest + "a")).isInstanceOf(Malformed.class);
        assertThatThrownBy(() -> SavedUrl.parse("https://" + "a.".repeat(200) + "com"))
                .isInstanceOf(Malformed.class);
        assertThatThrownBy(() -> SavedUrl.parse("https://" + "a".repeat(64) + ".com"))
                .isInstanceOf(Malformed.class);
    }

    @Test
    void allSpellingsOfAPageHaveTheSameFingerprint() {
        String fingerprint = SavedUrl.parse("https://example.com/a?b=1").fingerprint();
        assertThat(fingerprint).matches("[A-Za-z0-9_-]{22}");
        assertThat(SavedUrl.parse("http://EXAMPLE.com:80/x/../a/?utm_id=9&b=1#c").fingerprint())
                .isEqualTo(fingerprint);
        assertThat(SavedUrl.parse("https://example.com/a?b=2").fingerprint())
                .isNotEqualTo(fingerprint);
    }

    @Test
    void searchTextIsTheDecodedHostAndPath() {
        assertThat(
                        SavedUrl.parse("https://xn--r8jz45g.jp/%E3%83%A1%E3%83%A2/a%20b/?q=z#f")
                                .searchText())
                .isEqualTo("例え.jp /メモ/a b");
        assertThat(SavedUrl.parse("s3://bucket/手机/1.png").searchText())
                .isEqualTo("bucket /手机/1.png");
        assertThat(SavedUrl.parse("https://example.com/%ff").searchText())
                .isEqualTo("example.com /\ufffd");
    }

    @Test
    void normalisingIsIdempotent() {
        var random = RandomText.of("SavedUrlTest.normalisingIsIdempotent");
        var pieces =
                List.of(
                        "a",
                        "B",
                        "/",
                        "/",
                        ".",
                        "..",
                        "/./",
                        "/../",
                        "%2e",
                        "%2F",
                        "%",
                        "%4",
                        "%e4%b8",
                        "%25",
                        "?",
                        "#",
                        "&",
                        "=",
                        "utm_x=1",
                        "&gclid=2",
                        "中",
                        "é",
                        "e\u0301",
                        "+",
                        ":",
                        "[",
                        "]",
                        ";",
                        "|",
                        "\"",
                        "%41",
                        "%7E",
                        "~",
                        "%00");
        var hosts =
                List.of(
                        "example.com",
                        "EXAMPLE.com.",
                        "例え.jp",
                        "straße.de",
                        "xn--strae-oqa.de",
                        "☕.example",
                        "𞤀𞤁.example",
                        "נתניהו.example",
                        "[::1]",
                        "[::ffff:1.2.3.4]",
                        "a_b.example",
                        "xn--r8jz45g.jp",
                        "ex%61mple.com",
                        "ｅ.com",
                        "。.jp",
                        "ไทย.com");
        int accepted = 0;
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder(random.oneOf(List.of("http://", "HTTPS://", "s3://")));
            text.append(random.oneIn(20) ? random.anyCodePoints(4) : random.oneOf(hosts));
            text.append(random.oneOf(List.of("", "", ":", ":80", ":443", ":8080")));
            text.append(random.oneOf(List.of("", "/", "/", "?", "#")));
            for (int n = random.below(10); n > 0; n--) {
                text.append(random.oneIn(20) ? random.anyCodePoints(2) : random.oneOf(pieces));
            }
            SavedUrl url;
            try {
                url = SavedUrl.parse(text.toString());
            } catch (Malformed _) {
                continue;
            }
            accepted++;
            var again = SavedUrl.parse(url.normalised());
            assertThat(again.normalised()).as(text.toString()).isEqualTo(url.normalised());
            assertThat(again.searchText()).as(text.toString()).isEqualTo(url.searchText());
            assertThat(again.fingerprint()).isEqualTo(url.fingerprint());
        }
        assertThat(accepted).isGreaterThan(8_000);
    }
}
