package plaza.simulation;

/// A wrong final state of a simulation.
final class SimulationFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    /// The kind of the wrong state.
    enum Symptom {
        LIKE_COUNT,
        VIEW_COUNT,
        USER_COUNT,
        EDGE_HALF,
        TIMELINE_LACKS,
        TIMELINE_SHOWS,
        ENTRY_LEFT,
        POST_LEFT,
        JOB_LEFT,
        ENDLESS_STREAM
    }

    private final Symptom symptom;

    SimulationFailure(Symptom symptom, String what) {
        super(symptom + ": " + what);
        this.symptom = symptom;
    }

    Symptom symptom() {
        return symptom;
    }
}
