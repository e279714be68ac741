package plaza.fantasy.sheet;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.FantasyIds;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.http.Body;
import plaza.http.Field;
import plaza.http.Request;
import plaza.text.Malformed;

/// The body of a request that puts a team sheet.
///
/// A response with a sheet can be sent back: its read-only fields are ignored if they have the
/// stored values, and otherwise rejected.
public final class SheetBody {
    /// The maximum length of a list in the body. A list with a wrong number of footballers breaks a
    /// rule and is reported with all other broken rules; only a longer one is malformed.
    private static final int NAMED_MAX = 30;

    private static final Field<FootballerId> GOAL_KEEPER =
            Field.text("goalKeeper", FantasyIds.FOOTBALLER);
    private static final Field<List<FootballerId>> PLAYERS =
            Field.textsUpTo("players", NAMED_MAX, FantasyIds.FOOTBALLER);
    private static final Field<List<FootballerId>> SUBS =
            Field.textsUpTo("subs", NAMED_MAX, FantasyIds.FOOTBALLER);
    private static final Field<FootballerId> CAPTAIN = Field.text("captain", FantasyIds.FOOTBALLER);
    private static final Field<FootballerId> VICE_CAPTAIN =
            Field.text("viceCaptain", FantasyIds.FOOTBALLER);
    private static final Field<Chip> CHIP = Field.text("chip", SheetJson.CHIP).optional();
    static final Field<Long> TRANSFER_COST =
            Field.integer("transferCost", SheetJson.TRANSFER_COST).optional();

    /// The fields of the response that a client cannot choose.
    private static final List<Field<JsonNode>> READ_ONLY =
            List.of(
                    Field.text("gamerId", FantasyIds.GAMER).readOnly(),
                    Field.text("gameweek", FantasyIds.GAMEWEEK).readOnly(),
                    Field.integer("bank", SheetJson.NUMBER).readOnly(),
                    Field.integer("freeTransfers", SheetJson.NUMBER).readOnly(),
                    Field.integer("points", SheetJson.POINTS).readOnly(),
                    Field.object("score", SheetJson.SCORE, SheetBody::score).readOnly());

    /// All fields of the body.
    public static final List<Field<?>> FIELDS =
            Stream.<Field<?>>concat(
                            Stream.of(
                                    GOAL_KEEPER,
                                    PLAYERS,
                                    SUBS,
                                    CAPTAIN,
                                    VICE_CAPTAIN,
                                    CHIP,
                                    TRANSFER_COST),
                            READ_ONLY.stream())
                    .toList();

    private final Body body;
    private final TeamSheet sheet;

    private SheetBody(Body body) {
        this.body = body;
        var cost = body.getOrNull(TRANSFER_COST);
        sheet =
                new TeamSheet(
                        body.get(GOAL_KEEPER),
                        body.get(PLAYERS),
                        body.get(SUBS),
                        body.get(CAPTAIN),
                        body.get(VICE_CAPTAIN),
                        body.getOrNull(CHIP),
                        cost == null ? null : Math.toIntExact(cost));
    }

    static SheetBody of(Request request) {
        return new SheetBody(request.body(FIELDS.toArray(Field<?>[]::new)));
    }

    TeamSheet sheet() {
        return sheet;
    }

    /// Rejects read-only fields with other values than those of the stored sheet.
    ///
    /// @param own the stored sheet, or null
    void requireUnchanged(GamerId gamer, Gameweek gameweek, @Nullable AcceptedSheet own) {
        body.requireUnchanged(
                READ_ONLY,
                own == null ? SheetJson.none(gamer, gameweek) : SheetJson.sheet(gamer, own));
    }

    private static JsonNode score(JsonNode node) {
        if (!node.path("players").isArray()) {
            throw new Malformed("must have the array players");
        }
        return node;
    }
}
