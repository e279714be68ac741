package plaza.favorites.bookmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import plaza.favorites.FavoriteSamples;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

class ExportPagesTest {
    private static final Pattern NEXT = Pattern.compile("cursor=([A-Za-z0-9_-]+)");

    @Test
    void thePartsOfAnExportAreNumbered() {
        try (var bed = new TestBed()) {
            FavoriteSamples.prepare(bed);
            var request = SampleEvents.request(bed, "ExportBookmarks").query("limit", "1");
            var first = request.send("ExportBookmarks").orFail();
            assertThat(first.header("content-disposition")).contains("bookmarks-1.html");
            var next = NEXT.matcher(Objects.requireNonNull(first.header("link")));
            assertThat(next.find()).isTrue();
            var second = request.query("cursor", next.group(1)).send("ExportBookmarks").orFail();
            assertThat(second.header("content-disposition")).contains("bookmarks-2.html");
            assertThat(second.headers()).doesNotContainKey("link");
        }
    }
}
