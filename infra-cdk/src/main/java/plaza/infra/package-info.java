/// The stack: everything that Plaza needs in an AWS account, derived from
/// [plaza.functions.Catalogue] and [plaza.table.TableSchema], so that no function or index is
/// listed twice.
///
/// Terms: a *stage* is one deployment of the whole system (dev, prod). A *deployed* function is a
/// published version behind its `live` alias, and every caller invokes the alias. A *grant* of the
/// Catalogue becomes an allowed action on one index and on the partition keys of its families.
///
/// Rules:
///
/// 1. Construct ids are deployment identity. Changing an id deletes a resource and creates another
///    one; for the table that means its data. `DeploymentIdentityTest` holds the ids of resources
///    that keep state.
/// 2. A nested stack per context, and at most 450 of the 500 resources that CloudFormation allows
///    in each. Where a resource per function would be possible (a policy, a log group, a
///    permission), it is inline or shared.
/// 3. Only functions have physical names, which contain the stage. Two stages can share an account,
///    and CloudFormation can replace every other resource.
@NullMarked
package plaza.infra;

import org.jspecify.annotations.NullMarked;
