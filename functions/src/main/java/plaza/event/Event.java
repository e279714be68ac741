package plaza.event;

/// What happened to an entity. Each context declares its events as one sealed type.
public interface Event {
    /// When an event is processed, among those of one invocation.
    enum Priority {
        /// Before all others, because a user waits for its result.
        FIRST,
        /// Next, together with the other events of its context that have this priority.
        TOGETHER,
        /// After these, one by one.
        NORMAL,
        /// After all events: the next slice of a job.
        LAST
    }

    /// When it is processed.
    default Priority priority() {
        return Priority.NORMAL;
    }
}
