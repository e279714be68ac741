/// The table: its schema, its keys, and the operations that read and write it.
///
/// Only [plaza.dynamodb] sends requests to DynamoDB: it implements the interfaces [Table] and
/// [Scans]. The `*Items` classes convert records to items and back. A handler uses [Key], [Item],
/// [Write], [Transaction], [Outcome], [Attempt] and [Page].
///
/// Each context declares its keys as [Families], and [KeySpace] proves that no two of them can be
/// the same. These are the items of the platform itself, by partition key and sort key
/// ([PlatformKeys]; `KeyChartTest` writes this chart and those of the contexts in the docs):
///
/// ```text
///  Job#{kind}#{ids...}           job                         a job and its cursor; ttl
///  Idempotency#{user}            {digest}                    responses already returned; ttl
///  RateLimit#{user}              {start}                     requests counted per hour; ttl
///  Scan#{function}               run#{startedAt}             a run: its end and its counts; ttl
///                                found#{startedAt}#{segment}  first findings of a segment; ttl
///  Redrive#run                   run                         progress of Redrive
///  Migrated#{migration}          record                      estimate and proof of a migration
///  Erasures                      u#{user}                    progress of an erasure; ttl
/// ```
@NullMarked
package plaza.table;

import org.jspecify.annotations.NullMarked;
