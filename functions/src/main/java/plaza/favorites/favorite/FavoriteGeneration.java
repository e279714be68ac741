package plaza.favorites.favorite;

import plaza.favorites.id.DataId;
import plaza.favorites.id.GenerationId;

/// One generation of a favorite.
public record FavoriteGeneration(DataId data, GenerationId generation) {
    private static final String FIELD_END = "\n";

    public String text() {
        return data + FIELD_END + generation;
    }

    public static FavoriteGeneration of(String text) {
        var fields = text.split(FIELD_END, -1);
        return new FavoriteGeneration(DataId.of(fields[0]), GenerationId.of(fields[1]));
    }
}
