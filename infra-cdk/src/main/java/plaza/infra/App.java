package plaza.infra;

import software.amazon.awscdk.Stack;

/// Placeholder of the CDK app.
public final class App {
    private App() {}

    /// Synthesises the stack into the folder that the environment names in `CDK_OUTDIR`.
    public static void main(String[] args) {
        var app = new software.amazon.awscdk.App();
        var stack = new Stack(app, "Plaza");
        stack.addTransform("AWS::LanguageExtensions");
        app.synth();
    }
}
