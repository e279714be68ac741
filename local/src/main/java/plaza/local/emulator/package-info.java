/// DynamoDB Local with Plaza's table, and handlers that run on it.
///
/// ```text
///  Functions ── builds ── a handler ── DynamoDbTable ── client ── Emulator (DynamoDB Local)
///                                                         ├ Grants: rejects a call that the role does not allow
///                                                         └ Meter: computes request units with Units
/// ```
///
/// [Grants] records each allowed call in [GrantUse]; a test compares the record with the Catalogue.
/// [DataFolder] keeps the table's database between runs and locks it for one process.
@NullMarked
package plaza.local.emulator;

import org.jspecify.annotations.NullMarked;
