package plaza.fantasy;

import java.util.List;
import plaza.fantasy.model.Chip;
import plaza.fantasy.model.Position;
import plaza.fantasy.model.Scoring;
import plaza.http.Schema.Text;
import plaza.text.Malformed;

/// The words of the API for positions, scorings and chips.
final class ApiNames {
    static final Text<Position> POSITION =
            Text.oneOf(ApiNames::parsePosition, Position::text, List.of(Position.values()));
    static final Text<Scoring> SCORING =
            Text.oneOf(ApiNames::parseScoring, Scoring::text, List.of(Scoring.values()));
    static final Text<Chip> CHIP =
            Text.oneOf(ApiNames::parseChip, Chip::text, List.of(Chip.values()));

    private ApiNames() {}

    private static Position parsePosition(String text) {
        var position = Position.parse(text);
        if (position == null) {
            throw new Malformed("must be goalkeeper, defender, midfielder or forward");
        }
        return position;
    }

    private static Scoring parseScoring(String text) {
        var scoring = Scoring.parse(text);
        if (scoring == null) {
            throw new Malformed("must be classic or headToHead");
        }
        return scoring;
    }

    private static Chip parseChip(String text) {
        var chip = Chip.parse(text);
        if (chip == null) {
            throw new Malformed("must be tripleCaptain, benchBoost, wildcard or freeHit");
        }
        return chip;
    }
}
