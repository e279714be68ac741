package plaza.stream;

/// How much one invocation of [FanOut] does.
///
/// @param units the read and write units after which an invocation begins no further slice of any
///   job, so that new posts are not delayed
public record SliceLimit(int units) {
    /// As much as a delivery to 500 followers writes; most jobs need less.
    public static final SliceLimit STANDARD = new SliceLimit(500);
}
