package plaza.http;

import plaza.http.Schema.Text;
import plaza.id.BulkChangeId;
import plaza.id.DataId;
import plaza.id.FixtureId;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.id.ImportId;
import plaza.id.LeagueId;
import plaza.id.PostId;
import plaza.id.ReportId;
import plaza.id.SessionId;
import plaza.id.TagId;
import plaza.id.UserId;

/// The JSON form of each id.
public final class Ids {
    public static final Text<UserId> USER = Text.id(UserId::parse, UserId::value, "alice");
    public static final Text<PostId> POST =
            Text.id(PostId::parse, PostId::value, "01K9QZV5W0H2J4M6P8R0T2V4X6");
    public static final Text<SessionId> SESSION =
            Text.id(SessionId::parse, SessionId::value, "session-1");
    public static final Text<DataId> DATA =
            Text.id(DataId::parse, DataId::value, "d1")
                    .pattern("^(?!" + DataId.RESERVED + "$)[A-Za-z0-9_-]+$");
    public static final Text<TagId> TAG = Text.id(TagId::parse, TagId::value, "t1");
    public static final Text<ImportId> IMPORT =
            Text.id(ImportId::parse, ImportId::value, "0b1f7c1e-8d0c-4a53-9a3f-2f4f7a2f6c11");
    public static final Text<BulkChangeId> CHANGE =
            Text.id(
                    BulkChangeId::parse,
                    BulkChangeId::value,
                    "0b1f7c1e-8d0c-4a53-9a3f-2f4f7a2f6c11");
    public static final Text<ReportId> REPORT =
            Text.id(ReportId::parse, ReportId::value, "01K9QZV5W0H2J4M6P8R0T2V4X6");
    public static final Text<GamerId> GAMER = Text.id(GamerId::parse, GamerId::value, "alice");
    public static final Text<LeagueId> LEAGUE = Text.id(LeagueId::parse, LeagueId::value, "pub");
    public static final Text<FootballerId> FOOTBALLER =
            Text.id(FootballerId::parse, FootballerId::value, "m1");
    public static final Text<FixtureId> FIXTURE =
            Text.id(FixtureId::parse, FixtureId::value, "arsenal-forest");

    /// A gameweek, which is written with two digits.
    public static final Text<Gameweek> GAMEWEEK =
            Text.of(Gameweek::parse, Gameweek::text, "01").pattern("^(0?[1-9]|[1-9][0-9])$");

    private Ids() {}
}
