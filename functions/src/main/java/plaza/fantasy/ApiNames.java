package plaza.fantasy;

import plaza.fantasy.model.Chip;
import plaza.fantasy.model.Position;
import plaza.text.Malformed;

/// The words of the API for the game's closed lists.
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
