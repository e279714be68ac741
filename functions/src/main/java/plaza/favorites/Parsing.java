package plaza.favorites;

import java.time.Instant;
import java.util.function.Function;
import plaza.favorites.model.DataType;
import plaza.favorites.model.Note;
import plaza.favorites.model.SavedUrl;
import plaza.favorites.model.TagName;
import plaza.favorites.model.Title;
import plaza.table.KeySpace;
import plaza.text.IsoTime;
import plaza.text.Malformed;

/// The model's parsers at the door: each says by which rule it refuses.
final class Parsing {
    private Parsing() {}

    static DataType dataType(String text) {
        return parsed(
                text,
                DataType::parse,
                "must be image, video, link, file, music, chat, voice, note, location or post");
    }

    static Title title(String text) {
        return parsed(
                text,
                Title::parse,
                "must be 1 to "
                        + Title.GRAPHEMES_MAX
                        + " characters and at most "
                        + Title.BYTES_MAX
                        + " bytes of UTF-8, without control characters");
    }

    static SavedUrl url(String text) {
        return parsed(
                text,
                SavedUrl::parse,
                "must be an absolute http, https or s3 URL without user information, of at most "
                        + SavedUrl.BYTES_MAX
                        + " bytes of UTF-8");
    }

    static Note note(String text) {
        return parsed(
                text,
                Note::parse,
                "must be at most "
                        + Note.GRAPHEMES_MAX
                        + " characters and "
                        + Note.BYTES_MAX
                        + " bytes of UTF-8, without control characters");
    }

    static TagName tagName(String text) {
        return parsed(
                text,
                TagName::parse,
                "must be 1 to "
                        + TagName.GRAPHEMES_MAX
                        + " visible characters and at most "
                        + TagName.BYTES_MAX
                        + " bytes of UTF-8, without control characters");
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
