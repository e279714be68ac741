package plaza.simulation;

/// What a world came to and must not.
final class SimulationFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    /// By what one sees it.
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
        RESTLESS
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
