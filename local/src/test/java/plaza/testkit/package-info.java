/// What the tests on DynamoDB Local share.
///
/// - [TestBed] runs all functions on one table; [TestRequest] and [TestResponse] belong to it.
///   [SampleEvents] fills its table with what the events of `events/` need.
/// - The stream is processed by [TestBed#drain] with event source mappings that run in the calling
///   thread ([SteppedStreams]); by those of `./plaza` in threads, which [StreamDrain] waits for; or
///   by [StreamTap], where the test itself delivers each batch.
/// - [InterceptedTable] crashes or interferes at a write. `plaza.testkit.fault` injects faults
///   between the SDK and DynamoDB.
/// - `plaza.testkit.cost` has the cases whose cost the tests and benchmarks measure.
@NullMarked
package plaza.testkit;

import org.jspecify.annotations.NullMarked;
