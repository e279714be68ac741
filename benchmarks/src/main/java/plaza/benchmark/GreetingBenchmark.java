package plaza.benchmark;

import org.openjdk.jmh.annotations.Benchmark;
import plaza.Greeting;

/// A placeholder.
public class GreetingBenchmark {
    /// Builds one text.
    @Benchmark
    public String text() {
        return new Greeting("Someone").text();
    }
}
