/// The table: its schema, its keys, and the operations that read and write it.
///
/// Only this package sends requests to DynamoDB. The `*Items` classes convert records to items and
/// back. A handler uses [Key], [Item], [Write], [Outcome] and [Page].
///
/// The items by partition key and sort key; [KeySpace] declares the same templates:
///
/// ```text
///  u#{user}                        info                        a user's profile
///                                  count                       followers, followees and posts
///                                  count#{shard}               followers, if followed very often
///  NameWord#{letter}               {word}#u#{user}             words of users' names
///  u#{user}#follower               u#{follower}                follow edges, always written
///  u#{user}#following              u#{followee}                in both directions
///  u#{user}#post                   p#{post}                    posts of a user
///  u#{user}#timeline               p#{post}#u#{author}         references to posts; ttl
///  p#{post}#likelist               u#{user}                    likes of a post
///  p#{post}#likecount              count                       number of likes
///  p#{post}#likeledger             u#{user}                    likes already counted; ttl
///  p#{post}#viewlist               s#{session}                 views of a post; ttl
///  p#{post}#viewcount              count                       number of views
///  p#{post}#viewledger             s#{session}#{viewedAt}      views already counted; ttl
///  FavoriteData#{user}             {data}                      favorites
///  Tag#{user}                      {tag}                       tags
///  TagName#{user}                  {name...}                   makes tag names unique
///  FavoriteDataTag#{user}#{data}   {tag}                       tagged favorites
///  TagLedger#{user}#{tag}#{generation}  {data}                      tagged favorites counted
///  Folder#{user}                   {folder}                    folders of bookmarks files
///  Import#{user}#{import}          record                      progress of an import; ttl
///  ImportChunk#{user}#{digest}#{number}  chunk                  bookmarks to be imported; ttl
///  Change#{user}#{change}          record                      progress of a bulk change; ttl
///                                  part#{number}               favorites of a bulk change; ttl
///  Usage#{user}                    usage                       usage of quotas
///  Gamer#{gamer}                   Gamer#{gamer}               profile, points and leagues
///                                  GW#{gameweek}#TeamSheet     a team sheet and its result
///                                  League#{league}             membership in a league
///  AllGamers#{shard}               Gamer#{gamer}               all gamers, for settlements
///  League#{league}                 League#{league}             name, owner and code
///                                  ScoreDistribution           totals of a large league
///  LargeLeagues                    League#{league}             list of large leagues
///  Footballer#{footballer}         Footballer#{footballer}     profile and points
///                                  GW#{gameweek}#Fixture#{fixture}  points of one fixture
///  Gameweek#{gameweek}             Gameweek#{gameweek}         deadline and settlement
///                                  Fixture#{fixture}           a fixture: clubs and kick-off
///                                  Footballer#{footballer}#Fixture#{fixture}  a copy of the points
///                                  Settlement#{shard}          progress of a settlement
///  GameweekCopy#{gameweek}#{copy}  copy                        a copy that team sheets check
///  Job#{kind}#{ids...}             job                         a job and its cursor; ttl
///  Idempotency#{user}              {digest}                    responses already returned; ttl
///  RateLimit#{user}                {start}                     requests counted per hour; ttl
///  Reconcile#run                   run                         progress of Reconcile
///  Redrive#run                     run                         progress of Redrive
/// ```
///
/// The partition keys in the indexes:
///
/// ```text
///  lsiOne    FavoriteData#{user}                  by clip time
///  lsiOne    Tag#{user}                           by name
///  lsiTwo    Tag#{user}                           by creation time
///  lsiThree  Tag#{user}                           by time of last access
///  gsiOne    FavoriteData#{user}#{type}           favorites of one type, by clip time
///  gsiOne    FavoriteDataTag#{user}#{tag}         favorites with a tag, by clip time
///  gsiOne    Position#{position}                  footballers in one position
///  gsiOne    Gameweeks                            all gameweeks by number
///  gsiTwo    FavoriteUrl#{user}#{url}             favorites with one address, by clip time
///  gsiTwo    FavoriteDataTag#{user}#{tag}#{type}  the same for one type, by clip time
///  gsiTwo    League#{league...}                   members of a league by points, sharded if large
/// ```
@NullMarked
package plaza.table;

import org.jspecify.annotations.NullMarked;
