package plaza.event;

import plaza.job.Work;

/// Begins the jobs that follow from events, within what one invocation does.
public interface Slices {
    /// Runs the first slice of a job that must not wait.
    void beginNow(Work work);

    /// Runs the first slice of a job, or leaves it to a later invocation.
    void begin(Work work);
}
