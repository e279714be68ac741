package plaza.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;

/// Random choices from a seeded generator.
public final class RandomChoices {
    private final SplittableRandom random;

    public RandomChoices(SplittableRandom random) {
        this.random = random;
    }

    /// Returns true with the probability 1/`times`.
    public boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    /// Returns a number from 0 to `bound` - 1.
    public int below(int bound) {
        return random.nextInt(bound);
    }

    public <T> T of(Collection<T> elements) {
        return List.copyOf(elements).get(random.nextInt(elements.size()));
    }

    @SafeVarargs
    public final <T> T any(T... elements) {
        return elements[random.nextInt(elements.length)];
    }

    public <T> List<T> shuffled(Collection<T> elements) {
        var shuffled = new ArrayList<>(elements);
        for (var index = shuffled.size() - 1; index > 0; index--) {
            var other = random.nextInt(index + 1);
            shuffled.set(index, shuffled.set(other, shuffled.get(index)));
        }
        return shuffled;
    }
}
