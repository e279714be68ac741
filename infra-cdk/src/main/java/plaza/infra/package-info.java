/// The stack: everything that Plaza needs in an AWS account, derived from [plaza.Catalogue] and
/// [plaza.table.TableSchema], so that a function or an index is never listed a second time.
///
/// Words: a *stage* is one deployment of the whole (dev, prod); a function is *deployed* as a
/// published version behind its `live` alias, and everything that invokes it invokes the alias; a
/// *grant* of the Catalogue becomes an allowed action on exactly one index and on exactly the
/// partition keys of its families.
///
/// Rules:
///
/// 1. Construct ids are deployment identity. A changed id deletes a resource and makes another one;
///    for the table that is the data. They are chosen once, and `DeploymentIdentityTest` holds the
///    ones that keep state.
/// 2. One stack, at most 420 of the 500 resources that CloudFormation allows. What could be one
///    resource per function (a policy, a log group, a permission) is inline or shared.
/// 3. No physical names: two stages live in one account, and a resource that must be replaced can
///    be.
@NullMarked
package plaza.infra;

import org.jspecify.annotations.NullMarked;
