package plaza.model;

/// Who thinks of calls to one context, knowing what there is.
interface Callers {
    /// Whether a call of the function can succeed now.
    boolean canSucceed(String function);

    /// A call of the function that succeeds, or is as near to it as can be.
    Call call(String function);
}
