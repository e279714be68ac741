package plaza.catalogue;

/// The kinds of requests whose number per caller and hour is limited, because anyone may repeat
/// them without end and each of them writes.
///
/// A deployment can change each number and switch the limit off with 0 ([Limits]).
public enum Limit {
    /// One view a second, in requests of one view or of several. The caller chooses the session, so
    /// every view can be a new one, at up to 5 write units.
    VIEWS("views", 3_600),

    /// 2,400 a day, as on X ("About X limits", help.x.com). The stream writes each post to the
    /// timelines of all followers.
    POSTS("posts", 100),

    /// X allows 400 a day. A follow costs 12 write units and up to 100 timeline entries, and an
    /// unfollow removes them.
    FOLLOWS("follows", 400),

    /// Blocks and mutes, as many as follows: a block can end two of them.
    BLOCKS("blocks", 400),

    /// Reports: more than a person reads and judges in an hour. Each is work for an administrator.
    REPORTS("reports", 30),

    /// Imports and bulk changes of favorites: twice the imports that a user can begin in a day,
    /// since the other half can fail. Each can write thousands of units.
    IMPORTS("imports", 40),

    /// One a second for all other writes together.
    WRITES("writes", 3_600);

    private final String label;
    private final int perHourDefault;

    Limit(String label, int perHourDefault) {
        this.label = label;
        this.perHourDefault = perHourDefault;
    }

    /// The name in headers, in the table, and at the start of the setting.
    public String label() {
        return label;
    }

    /// The largest number of requests of a caller in an hour, unless a setting changes it.
    public int perHourDefault() {
        return perHourDefault;
    }

    /// The name of the setting, such as `postsPerHourMax`.
    public String setting() {
        return label + "PerHourMax";
    }
}
