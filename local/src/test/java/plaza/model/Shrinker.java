package plaza.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Shortens a failing command sequence: removes ever smaller parts as long as the response of the
/// same function still differs.
final class Shrinker {
    /// A failing command sequence from which no command can be removed.
    ///
    /// @param difference the failure of its last command
    record ShrunkSequence(List<Command> commands, Difference difference) {
        /// Returns the commands, one per line, and the difference.
        String describe() {
            var lines = new ArrayList<String>();
            for (var command : commands) {
                lines.add("  " + (lines.size() + 1) + ". " + command.describe());
            }
            return String.join("\n", lines)
                    + "\n  => "
                    + difference.function()
                    + ": "
                    + difference.getMessage();
        }
    }

    private final Function<List<Command>, @Nullable Difference> runner;

    /// @param runner runs a command sequence and returns its failure, or null
    Shrinker(Function<List<Command>, @Nullable Difference> runner) {
        this.runner = runner;
    }

    ShrunkSequence shrink(List<Command> commands, Difference difference) {
        var shortest = new ShrunkSequence(commands, difference);
        for (var count = Math.max(1, commands.size() / 2); count > 0; ) {
            var shorter = without(shortest, count);
            if (shorter == null) {
                count /= 2;
            } else {
                shortest = shorter;
                count = Math.min(count, Math.max(1, shorter.commands().size() / 2));
            }
        }
        return shortest;
    }

    /// Removes parts of `count` commands. Returns null if every part is needed.
    private @Nullable ShrunkSequence without(ShrunkSequence known, int count) {
        var shorter = known;
        // from the end, because commands use what earlier ones create
        for (var end = known.commands().size() - 1; end > 0; end -= count) {
            var commands = new ArrayList<>(shorter.commands());
            if (end >= commands.size()) {
                continue;
            }
            commands.subList(Math.max(0, end - count), end).clear();
            var difference = runner.apply(commands);
            if (difference != null && difference.function().equals(known.difference().function())) {
                shorter = new ShrunkSequence(List.copyOf(commands), difference);
            }
        }
        return shorter.commands().size() == known.commands().size() ? null : shorter;
    }
}
