/// The table: its schema, its keys, and the operations that read and write it.
///
/// Only [plaza.dynamodb] sends requests to DynamoDB: it implements the interfaces [Table] and
/// [Scans]. The `*Items` classes convert records to items and back. A handler uses [Key], [Item],
/// [Write], [Transaction], [Outcome], [Attempt] and [Page].
///
/// The items by partition key and sort key, then the partition keys in the indexes. [KeySpace]
/// declares them; `KeyChartTest` writes this chart:
///
/// ```text
///  u#{user}                      info                        a user's profile
///                                count                       followers, followees and posts
///                                count#{shard}               parts of the followers, if very many
///                                gate                        whom a user does not see
///  NameWord#{letter}             {word}#u#{user}             words of names and ids, for search
///  u#{user}#follower             u#{follower}                both directions of a follow,
///  u#{user}#following            u#{followee}                always written together
///  u#{user}#request              u#{requester}               requests to follow a protected user
///  u#{user}#block                u#{blocked}                 users whom a user blocks
///  u#{user}#mute                 u#{muted}                   users whom a user mutes
///  u#{user}#post                 p#{post}                    posts of a user, newest last
///  u#{user}#timeline             p#{post}#u#{author}         references to posts; ttl
///  p#{post}#likelist             u#{user}                    likes of a post
///  p#{post}#likecount            count                       numbers of likes, views and replies
///  p#{post}#likeledger           u#{user}                    likes already counted; ttl
///  p#{post}#viewlist             s#{session}                 views of a post; ttl
///  p#{post}#viewledger           s#{session}#{viewedAt}      views already counted; ttl
///  p#{post}#reply                p#{reply}                   replies to a post, newest last
///  Reported#{kind}#{id}          target                      a post or user that was reported
///  Report#{kind}#{id}#{round}    u#{reporter}                reports of a post or user
///  FavoriteData#{user}           {data}                      favorites
///  Tag#{user}                    {tag}                       tags
///  TagName#{user}                {name...}                   makes tag names unique
///  TagCount#{user}               {tag}#{generation}          favorites of tags; ttl
///  FavoriteDataTag#{user}#{data}  {tag}                      tagged favorites
///  Folder#{user}                 {folder}                    folders of bookmarks files
///  Import#{user}#{import}        record                      progress of an import; ttl
///  ImportList#{user}             {createTime}#{import}       imports by time; ttl
///  ImportChunk#{user}#{digest}#{number}  chunk               bookmarks to be imported; ttl
///  Change#{user}#{change}        record                      progress of a bulk change; ttl
///                                part#{number}               favorites of a bulk change; ttl
///  Usage#{user}                  usage                       favorites, running job, daily imports
///  Gamer#{gamer}                 Gamer#{gamer}               profile, points and leagues
///                                GW#{gameweek}#TeamSheet     a team sheet and its result
///                                League#{league}             membership in a league
///  AllGamers#{shard}             Gamer#{gamer}               all gamers, for settlements
///  League#{league}               League#{league}             name, owner, code and roster
///                                ScoreDistribution           how often each total occurs
///  LargeLeagues                  League#{league}             leagues with a ScoreDistribution
///  Footballer#{footballer}       Footballer#{footballer}     club, position, price and points
///                                GW#{gameweek}#Fixture#{fixture}  points of one fixture
///  Gameweek#{gameweek}           Gameweek#{gameweek}         deadline and settlement
///                                Fixture#{fixture}           a fixture: clubs and kick-off
///                                Footballer#{footballer}#Fixture#{fixture}  a copy of the points
///                                Settlement#{shard}          progress of a settlement
///  GameweekCopy#{gameweek}#{copy}  copy                      a copy that team sheets check
///  Job#{kind}#{ids...}           job                         a job and its cursor; ttl
///  Idempotency#{user}            {digest}                    responses already returned; ttl
///  RateLimit#{user}              {start}                     requests counted per hour; ttl
///  Reconcile#run                 run                         progress of Reconcile
///  Redrive#run                   run                         progress of Redrive
///  Migration#run                 run                         progress of Migrate
///  Migrated#{migration}          record                      estimate and proof of a migration
///  lsiOne                        u#{user}#request            follow requests by time
///  gsiOne                        Liked#{user}                likes of a user by time
///  gsiOne                        Reported#{state}            open and closed reports by time
///  lsiOne                        FavoriteData#{user}         favorites by clip time
///  gsiOne                        FavoriteData#{user}#{type}  favorites of one type
///  gsiTwo                        FavoriteUrl#{user}#{url}    favorites with one address
///  lsiOne                        Tag#{user}                  tags by name
///  lsiTwo                        Tag#{user}                  tags by creation time
///  lsiThree                      Tag#{user}                  tags by time of last access
///  gsiOne                        FavoriteDataTag#{user}#{tag}  favorites with a tag
///  gsiTwo                        League#{league...}          members of a league by points
///  gsiOne                        Position#{position}         footballers in one position
///  gsiOne                        Gameweeks                   gameweeks by number
/// ```
@NullMarked
package plaza.table;

import org.jspecify.annotations.NullMarked;
