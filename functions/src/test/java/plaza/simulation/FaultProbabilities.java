package plaza.simulation;

/// How bad the world of one seed is. All are probabilities from 0 to 1.
///
/// @param fault that a call of the table fails, before or after its effect, in a way that the code
///   can see
/// @param crash that the process ends at a call, before or after its effect
/// @param zombie that a step of an invocation is its time-out: it goes on beside its retry
/// @param repeat that a step brings an old batch again
/// @param reorder that a record overtakes records of other items
/// @param rebatch that a retry goes through in other batches
/// @param bisect that a failed batch is split
/// @param discard that a batch goes to the failure destination when its tries are used up
/// @param split that a step splits a shard
/// @param torn that others run between two items of a read
/// @param shortPage that a query answers less than it was asked for
/// @param stale that a read which is not consistent answers what was before
record FaultProbabilities(
        double fault,
        double crash,
        double zombie,
        double repeat,
        double reorder,
        double rebatch,
        double bisect,
        double discard,
        double split,
        double torn,
        double shortPage,
        double stale) {
    /// Nothing breaks any more; the stream still is what it is.
    FaultProbabilities calm() {
        return new FaultProbabilities(
                0, 0, 0, 0, reorder, rebatch, bisect, 0, 0, torn, shortPage, 0);
    }

    /// The regime of a world: each evil is absent in some worlds, so that what one of them alone
    /// would show is not hidden by another.
    static FaultProbabilities of(Simulation world) {
        return new FaultProbabilities(
                some(world, 0.05),
                some(world, 0.05),
                some(world, 0.04),
                some(world, 0.06),
                some(world, 0.5),
                some(world, 0.5),
                some(world, 0.7),
                some(world, 0.9),
                some(world, 0.01),
                some(world, 0.2),
                some(world, 0.5),
                some(world, 0.5));
    }

    private static double some(Simulation world, double most) {
        return world.choose(3) == 0 ? 0 : most * (1 + world.choose(4)) / 4;
    }
}
