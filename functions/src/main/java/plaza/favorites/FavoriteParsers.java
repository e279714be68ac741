package plaza.favorites;

import java.time.Instant;
import java.util.function.Function;
import plaza.favorites.model.DataType;
import plaza.favorites.model.SavedUrl;
import plaza.table.KeySpace;
import plaza.text.IsoTime;
import plaza.text.Malformed;

/// Parsers of request values. Each throws [Malformed] with the rule that a value breaks.
final class FavoriteParsers {
    private FavoriteParsers() {}

    static DataType dataType(String text) {
        return parsed(
                text,
                DataType::parse,
                "must be image, video, link, file, music, chat, voice, note, location or post");
    }

    static SavedUrl url(String text) {
        return parsed(
                text,
                SavedUrl::parse,
                "must be an absolute http, https or s3 URL without user information, of at most "
                        + SavedUrl.BYTES_MAX
                        + " bytes of UTF-8");
    }

    static Instant clipTime(String text) {
        var time = IsoTime.parse(text);
        if (time.isAfter(KeySpace.TIME_MAX)) {
            throw new Malformed("must be a time before 2286-11-20T17:46:40Z");
        }
        return time;
    }

    private static <T> T parsed(String text, Function<String, T> parse, String rule) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException _) {
            throw new Malformed(rule);
        }
    }
}
