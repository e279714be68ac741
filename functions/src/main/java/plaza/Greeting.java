package plaza;

/// A placeholder.
///
/// @param name who is greeted
public record Greeting(String name) {
    /// The text of the greeting.
    public String text() {
        return switch (name) {
            case "" -> "Hello";
            case String someone when someone.length() > 3 -> "Hello, " + someone;
            case String _ -> "Hi";
        };
    }
}
