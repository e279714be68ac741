package plaza.simulation;

/// The probabilities of the faults in one simulation, from 0 to 1.
///
/// @param fault a call of the table throws, before or after its effect
/// @param crash the process ends at a call, before or after its effect
/// @param zombie an invocation times out at a step but continues next to its retry
/// @param repeat a step delivers an old batch again
/// @param reorder a record overtakes records of other items
/// @param rebatch a retry uses other batches
/// @param bisect a failed batch is split
/// @param discard a batch goes to the failure destination after its last attempt
/// @param split a step splits a shard
/// @param torn other invocations run between two items of a read
/// @param shortPage a query returns fewer items than requested
/// @param stale an eventually consistent read returns the previous item
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
    /// Without faults; the stream still reorders, rebatches and bisects.
    FaultProbabilities calm() {
        return new FaultProbabilities(
                0, 0, 0, 0, reorder, rebatch, bisect, 0, 0, torn, shortPage, 0);
    }

    /// Chooses the probabilities of a simulation. Each fault is absent from some simulations, so
    /// that it cannot hide the effect of another one.
    static FaultProbabilities chosenBy(Simulation simulation) {
        return new FaultProbabilities(
                some(simulation, 0.05),
                some(simulation, 0.05),
                some(simulation, 0.04),
                some(simulation, 0.06),
                some(simulation, 0.5),
                some(simulation, 0.5),
                some(simulation, 0.7),
                some(simulation, 0.9),
                some(simulation, 0.01),
                some(simulation, 0.2),
                some(simulation, 0.5),
                some(simulation, 0.5));
    }

    private static double some(Simulation simulation, double maximum) {
        return simulation.choose(3) == 0 ? 0 : maximum * (1 + simulation.choose(4)) / 4;
    }
}
