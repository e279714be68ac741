package plaza.social.view;

import java.util.Map;
import plaza.rule.Pure;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;
import plaza.text.Hash;
import plaza.text.Malformed;

/// Which views are written. Of `oneIn` views about one is, and it counts for all of them, so that
/// the view count of a post is an estimate.
///
/// The same session and post always give the same result, so a repeated request changes nothing.
/// Each view that is written has its own weight; counts therefore stay right when the setting
/// changes.
///
/// @param oneIn `PLAZA_VIEW_SAMPLING`, from 1 to [#ONE_IN_MAX]; 1 writes every view
@Pure
public record ViewSampling(int oneIn) {
    /// The environment variable of [#oneIn].
    public static final String VARIABLE = "PLAZA_VIEW_SAMPLING";

    /// Beyond this, most posts would never show a view.
    static final int ONE_IN_MAX = 1_000;

    /// Writes every view, so that counts are exact.
    public static final ViewSampling ALL = new ViewSampling(1);

    public ViewSampling {
        if (oneIn < 1 || oneIn > ONE_IN_MAX) {
            throw new IllegalArgumentException("not from 1 to " + ONE_IN_MAX);
        }
    }

    /// Parses a number from 1 to [#ONE_IN_MAX].
    public static ViewSampling parse(String text) {
        if (!text.matches("[1-9][0-9]{0,2}|1000")) {
            throw new Malformed("must be a number from 1 to " + ONE_IN_MAX);
        }
        return new ViewSampling(Integer.parseInt(text));
    }

    /// Reads the sampling from an environment; [#ALL] if the variable is not set.
    ///
    /// @throws IllegalStateException if it is not a number from 1 to [#ONE_IN_MAX]
    public static ViewSampling from(Map<String, String> environment) {
        var text = environment.getOrDefault(VARIABLE, "");
        try {
            return text.isEmpty() ? ALL : parse(text);
        } catch (Malformed malformed) {
            throw new IllegalStateException(
                    "the environment variable " + VARIABLE + " " + malformed.rule(), malformed);
        }
    }

    /// Returns how many views the view of a post by a session counts as; 0 if it is not written.
    int weight(PostId post, SessionId session) {
        return Math.floorMod(Hash.of(post.value() + '#' + session.value()), oneIn) == 0 ? oneIn : 0;
    }
}
