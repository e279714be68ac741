package plaza.testkit;

import java.util.List;
import plaza.context.Declarations;
import plaza.job.Job;
import plaza.job.Work;

/// The work of stored jobs.
public final class Works {
    private static final Declarations CONTEXTS = Declarations.registered();

    private Works() {}

    /// The kinds of work of all contexts.
    public static List<Class<? extends Work>> kinds() {
        return CONTEXTS.kindsOfWork();
    }

    /// Returns the work of a job, as its context reads it.
    public static Work of(Job job) {
        return CONTEXTS.workOf(job.work());
    }
}
