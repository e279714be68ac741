package plaza.favorites;

import java.util.ArrayList;
import java.util.List;
import plaza.favorites.model.StoredFavorite;
import plaza.id.ChangeId;
import plaza.id.DataId;
import plaza.id.GenerationId;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.table.Write;

/// The favorites of a bulk change in parts, each of which is a slice of its job.
final class ChangeParts {
    /// Favorites in one part. Tagging them uses about as many units as a slice of an import.
    static final int HITS_MAX = 50;

    private static final String HITS = "hits";
    private static final String FIELD_END = "\n";

    private ChangeParts() {}

    /// One generation of a favorite.
    record Hit(DataId data, GenerationId generation) {
        private String text() {
            return data + FIELD_END + generation;
        }

        private static Hit of(String text) {
            var fields = text.split(FIELD_END, -1);
            return new Hit(DataId.of(fields[0]), GenerationId.of(fields[1]));
        }
    }

    static void write(Table table, UserId user, ChangeRecord change, List<StoredFavorite> found) {
        var writes = new ArrayList<Write>();
        for (var from = 0; from < found.size(); from += HITS_MAX) {
            var part = found.subList(from, Math.min(found.size(), from + HITS_MAX));
            var key = KeySpace.changePart(user, change.id(), from / HITS_MAX);
            writes.add(
                    Write.Put.of(
                            Item.at(key)
                                    .with(HITS, part.stream().map(ChangeParts::text).toList())
                                    .endingAt(change.createTime().plus(ChangeRecord.LIFETIME))
                                    .build()));
        }
        table.writeAll(writes);
    }

    private static String text(StoredFavorite favorite) {
        return new Hit(favorite.favorite().dataId(), favorite.generation()).text();
    }

    /// The favorites of one part; empty if it does not exist.
    static List<Hit> read(Table table, UserId user, ChangeId id, int number) {
        var part = table.getConsistent(KeySpace.changePart(user, id, number));
        return part == null ? List.of() : part.texts(HITS).stream().map(Hit::of).toList();
    }
}
