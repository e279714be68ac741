package plaza.fantasy;

import plaza.fantasy.model.Chip;
import plaza.fantasy.model.Position;
import plaza.text.Malformed;

/// Parses the words of the API for positions and chips.
final class ApiNames {
    private ApiNames() {}

    static Position parsePosition(String text) {
        var position = Position.parse(text);
        if (position == null) {
            throw new Malformed("must be goalkeeper, defender, midfielder or forward");
        }
        return position;
    }

    static Chip parseChip(String text) {
        var chip = Chip.parse(text);
        if (chip == null) {
            throw new Malformed("must be tripleCaptain, benchBoost, wildcard or freeHit");
        }
        return chip;
    }
}
