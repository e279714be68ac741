package plaza.leaving;

import plaza.id.UserId;

/// The logins of the users, which are not in the table.
@FunctionalInterface
public interface Login {
    /// Logins that are not in a user pool of the stack.
    Login OF_OTHERS = _ -> {};

    /// Ends the sessions of a user and deletes their login. Repeating it changes nothing.
    ///
    /// @throws RuntimeException of some kind if that did not succeed
    void delete(UserId user);
}
