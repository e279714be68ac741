package plaza.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebUrlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/a.png",
                "http://example.com:8080/?q=1#top",
                "HTTPS://EXAMPLE.COM",
                "s3://bucket/key",
                "s3://....",
                "https://[2001:db8::1]/",
                "https://☕.example/😀.png",
                "https://stra\u00dfe.example/e\u0301.png",
                "https://xn--53h.example/"
            })
    void webUrlsAreReturnedUnchanged(String url) {
        assertThat(WebUrl.parse(url)).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com",
                "//example.com/a",
                "javascript:alert(1)",
                "data:text/html,hi",
                "ftp://example.com/",
                "https:///path",
                "https://user:word@example.com/",
                "s3://user@bucket/key",
                "https://exa mple.com/",
                "https://example.com/\u0000",
                "https://example.com/\u202Egnp.exe",
                "https://example.com/\u2066a\u2069",
                "https:example.com",
                "https://a..example/",
                "https://example.com:65536/",
                "https://a\u200cb.example/",
                "https://xn--zzzzzz.example/"
            })
    void otherUrlsAreRejected(String url) {
        assertThatThrownBy(() -> WebUrl.parse(url)).isInstanceOf(Malformed.class);
    }

    @Test
    void theLengthLimitIsInBytes() {
        var longest = "https://e.com/" + "a".repeat(WebUrl.BYTES_MAX - 14);
        assertThat(WebUrl.parse(longest)).hasSize(WebUrl.BYTES_MAX);
        assertThatThrownBy(() -> WebUrl.parse(longest + "a")).hasMessageContaining("2048 bytes");
    }
}
