package plaza.favorites.id;

import java.nio.charset.StandardCharsets;
import plaza.id.IdRule;
import plaza.text.Sha256;

/// The id of a bookmark folder. It derives from the folder's path, so that the same folder has the
/// same id in two files.
public record FolderId(String value) {
    /// The folder of the bookmarks outside all folders.
    public static final FolderId ROOT = new FolderId("root");

    /// 22 characters of base64url are 132 bits.
    private static final int CHARACTERS = 22;

    public FolderId {
        IdRule.check(value);
    }

    public static FolderId of(String value) {
        return new FolderId(value);
    }

    /// The id of a folder within this one.
    ///
    /// @param name the exact name, or the kind of a browser's own folder
    /// @param number counts folders with the same name and parent from 1
    public FolderId child(String name, int number) {
        var path = value + '\n' + number + '\n' + name;
        return new FolderId(
                Sha256.text(path.getBytes(StandardCharsets.UTF_8)).substring(0, CHARACTERS));
    }

    @Override
    public String toString() {
        return value;
    }
}
