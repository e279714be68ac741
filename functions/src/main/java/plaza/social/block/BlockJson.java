package plaza.social.block;

import plaza.http.Ids;
import plaza.http.Schema.Text;
import plaza.http.Shape;
import plaza.social.user.UserJson;

/// Converts blocks and mutes to JSON.
public final class BlockJson {
    public static final Shape<Entry> BLOCK = entry("Block", "blockedAt");
    public static final Shape<Entry> MUTE = entry("Mute", "mutedAt");

    public static final Shape<UserJson.ExpandedUser<Entry>> EXPANDED_BLOCK =
            UserJson.expanded("ExpandedBlock", BLOCK);
    public static final Shape<UserJson.ExpandedUser<Entry>> EXPANDED_MUTE =
            UserJson.expanded("ExpandedMute", MUTE);

    private BlockJson() {}

    private static Shape<Entry> entry(String name, String time) {
        return Shape.<Entry>named(name)
                .with("userId", Ids.USER, Entry::user)
                .with(time, Text.TIME, Entry::since);
    }
}
