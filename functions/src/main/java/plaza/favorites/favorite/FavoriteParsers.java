package plaza.favorites.favorite;

import java.time.Instant;
import java.util.List;
import plaza.http.Schema.Text;
import plaza.table.KeyTime;
import plaza.text.IsoTime;
import plaza.text.Malformed;

/// The values of the favorites context in requests and responses. Each parser throws [Malformed]
/// with the rule that a value breaks.
public final class FavoriteParsers {
    public static final Text<DataType> DATA_TYPE =
            Text.oneOf(DataType::wireName, List.of(DataType.values()));

    public static final Text<SavedUrl> URL =
            Text.of(SavedUrl::parse, SavedUrl::toString, "https://example.com/")
                    .length(1, Integer.MAX_VALUE)
                    .format("uri")
                    .description(
                            "At most "
                                    + SavedUrl.BYTES_MAX
                                    + " bytes of UTF-8, without white space at both ends.");

    public static final Text<Instant> CLIP_TIME =
            Text.time(FavoriteParsers::clipTime, "2026-01-31T09:05:00.000Z");

    public static final Text<Title> TITLE =
            Text.of(Title.RULE, Title::parse, Title::text, "The old lighthouse");

    public static final Text<Note> NOTE =
            Text.of(Note.RULE, Note::parse, Note::text, "Read it again.");

    private FavoriteParsers() {}

    private static Instant clipTime(String text) {
        var time = IsoTime.parse(text);
        if (time.isAfter(KeyTime.TIME_MAX)) {
            throw new Malformed("must be a time before 2286-11-20T17:46:40Z");
        }
        return time;
    }
}
