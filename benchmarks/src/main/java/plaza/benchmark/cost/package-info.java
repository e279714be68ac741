/// What the calls and what follows behind them cost in request units and round trips, beside the
/// least that the same items could cost.
@NullMarked
package plaza.benchmark.cost;

import org.jspecify.annotations.NullMarked;
