package plaza.social;

import plaza.catalogue.Limit;

/// How often a caller can send the requests of this context.
public final class SocialLimits {
    /// One view a second, in requests of one view or of several. The caller chooses the session, so
    /// every view can be a new one, at up to 5 write units.
    public static final Limit VIEWS = new Limit("views", 3_600);

    /// 2,400 a day, as on X ("About X limits", help.x.com). The stream writes each post to the
    /// timelines of all followers.
    public static final Limit POSTS = new Limit("posts", 100);

    /// X allows 400 a day. A follow costs 12 write units and up to 100 timeline entries, and an
    /// unfollow removes them.
    public static final Limit FOLLOWS = new Limit("follows", 400);

    /// Blocks and mutes, as many as follows: a block can end two of them.
    public static final Limit BLOCKS = new Limit("blocks", 400);

    /// Reports: more than a person reads and judges in an hour. Each is work for an administrator.
    public static final Limit REPORTS = new Limit("reports", 30);

    /// Uploads of images: with the largest images, 1 GB an hour, which is deleted after 30 days if
    /// no post has them.
    public static final Limit UPLOADS = new Limit("uploads", 100);

    private SocialLimits() {}
}
