package plaza.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;

/// Dice.
final class RandomChoices {
    private final SplittableRandom random;

    RandomChoices(SplittableRandom random) {
        this.random = random;
    }

    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    /// From 0 to below `bound`.
    int below(int bound) {
        return random.nextInt(bound);
    }

    <T> T of(Collection<T> things) {
        return List.copyOf(things).get(random.nextInt(things.size()));
    }

    @SafeVarargs
    final <T> T any(T... things) {
        return things[random.nextInt(things.length)];
    }

    <T> List<T> shuffled(Collection<T> things) {
        var shuffled = new ArrayList<>(things);
        for (var place = shuffled.size() - 1; place > 0; place--) {
            var other = random.nextInt(place + 1);
            shuffled.set(place, shuffled.set(other, shuffled.get(place)));
        }
        return shuffled;
    }
}
