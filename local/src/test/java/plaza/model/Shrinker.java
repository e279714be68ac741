package plaza.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Makes a story that goes wrong short: leaves out ever smaller parts of it as long as the answer
/// of the same function still differs.
final class Shrinker {
    /// What a story comes down to.
    ///
    /// @param story none of whose steps can be left out
    /// @param difference what goes wrong in its last step
    record Core(List<Step> story, Difference difference) {
        /// The story, a line for each step, and what differs.
        String told() {
            var lines = new ArrayList<String>();
            for (var step : story) {
                lines.add("  " + (lines.size() + 1) + ". " + step.told());
            }
            return String.join("\n", lines)
                    + "\n  => "
                    + difference.function()
                    + ": "
                    + difference.getMessage();
        }
    }

    private final Function<List<Step>, @Nullable Difference> teller;

    /// @param teller tells a story; answers what goes wrong, or null
    Shrinker(Function<List<Step>, @Nullable Difference> teller) {
        this.teller = teller;
    }

    Core shrink(List<Step> story, Difference difference) {
        var shortest = new Core(story, difference);
        for (var part = Math.max(1, story.size() / 2); part > 0; ) {
            var shorter = without(shortest, part);
            if (shorter == null) {
                part /= 2;
            } else {
                shortest = shorter;
                part = Math.min(part, Math.max(1, shorter.story().size() / 2));
            }
        }
        return shortest;
    }

    /// The story without some part of that length, or null where every part is needed.
    private @Nullable Core without(Core known, int part) {
        var shorter = known;
        // from the end, since what makes a thing comes before what uses it
        for (var end = known.story().size() - 1; end > 0; end -= part) {
            var story = new ArrayList<>(shorter.story());
            if (end >= story.size()) {
                continue;
            }
            story.subList(Math.max(0, end - part), end).clear();
            var difference = teller.apply(story);
            if (difference != null && difference.function().equals(known.difference().function())) {
                shorter = new Core(List.copyOf(story), difference);
            }
        }
        return shorter.story().size() == known.story().size() ? null : shorter;
    }
}
