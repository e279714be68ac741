package plaza.simulation;

/// A wrong final state of a simulation, or a wrong page during it.
final class SimulationFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    /// What is wrong.
    enum Symptom {
        EDGE_COUNT,
        REPLY_COUNT,
        USER_COUNT,
        EDGE_HALF,
        BLOCKED_FOLLOW,
        GATE,
        LEAK,
        AUDIENCE,
        MARK,
        REQUEST,
        THREW,
        TIMELINE_LACKS,
        TIMELINE_SHOWS,
        ENTRY_LEFT,
        POST_LEFT,
        JOB_LEFT,
        ENDLESS_STREAM,
        PAGE_LACKS,
        PAGE_SHOWS,
        PAGE_STALE,
        PAGE_LIKES,
        PERSON_LEFT,
        NOTICE_LACKS,
        NOTICE_SHOWS,
        NOTICE_COUNT,
        NOTICE_PAGE,
        NOTICE_PASSED,
        SEEN_MOVED_BACK,
        BADGE
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
