package plaza.interleaving;

import java.util.regex.Pattern;

/// Foreign writes on which a request need not act.
///
/// @param differences a regular expression that finds the foreign write, the request, and the
///   state, such as `other name of .* in PutClub`
public record IgnoredWrite(Pattern differences, String reason) {
    public IgnoredWrite(String differences, String reason) {
        this(Pattern.compile(differences), reason);
    }

    /// Foreign writes of attributes that operations change only together with others.
    public static IgnoredWrite withOthers(String differences) {
        return new IgnoredWrite(
                differences,
                "No operation changes this attribute alone, and the pairs of operations cover those"
                        + " that change it with others.");
    }
}
