package plaza.model;

import plaza.model.expected.Call;

/// Generates calls to the functions of one context from the state of its model.
interface CallGenerator {
    /// Whether a call of the function can succeed now.
    boolean canSucceed(String function);

    /// Returns a call of the function that succeeds if one can, or is close to it.
    Call call(String function);
}
