/// The one table: its schema, its keys, and the few verbs with which everything reads and writes
/// it.
///
/// The AWS SDK's types stop here (and at the `*Items` classes, which turn records into items and
/// back): a handler sees [Key], [Item], [Write], [Outcome] and [Page].
///
/// ```text
///  u#<user> ──┬── info                     who he is
///             └── count                    followers, following, posts
///  u#<user>#follower  ── u#<follower>      edges, both directions, always written together
///  u#<user>#following ── u#<followee>
///  u#<user>#post      ── p#<post>          his posts, newest last
///  u#<user>#timeline  ── p#<post>#u#<author>   references to posts; ttl
///  p#<post>#likelist  ── u#<user>          who liked        p#<post>#likecount ── count
///  p#<post>#likeledger ─ u#<user>          what of it is counted already
///  p#<post>#viewlist  ── s#<session>       who viewed; ttl  p#<post>#viewcount ── count
///  p#<post>#viewledger ─ s#<session>#<ms>  what of it is counted already; ttl
///
///  FavoriteData#<user> ────────── <data>       lsiOne: by clip time; gsiOne: by kind
///  Tag#<user> ─────────────────── <tag>        lsiOne, lsiTwo, lsiThree: by name, creation, last access
///  TagName#<user> ─────────────── <name>       makes names unique
///  FavoriteDataTag#<user>#<data>  <tag>        gsiOne: by tag; gsiTwo: by tag and kind
///  TagLedger#<user>#<tag>#<life>  <data>       what of it is counted already
///  FavoriteTerm#<user> ────────── <term>#<ms>#<data>   search postings; url:<fingerprint> is a term
///  Import#<user>#<import> ┬─────── record       how far an import of bookmarks has come; ttl
///                         └─────── chunk#<nnnnnn>      what is still to be taken in; ttl
///  Usage#<user> ───────────────── usage        number of favorites, the running import, imports of the day
///
///  Gamer#<gamer> ──┬── Gamer#<gamer>           who he is, points, leagues
///                  ├── GW#<nn>#TeamSheet       his sheet, and the state after it
///                  └── League#<league>         gsiTwo: a league's members by points, in shards if large
///  AllGamers#<shard> ─ Gamer#<gamer>           all gamers, for settlements
///  League#<league> ┬── League#<league>         name, owner
///                  └── ScoreDistribution       how often each total occurs in a large league
///  LargeLeagues ────── League#<league>         leagues that have a ScoreDistribution
///  Footballer#<id> ┬── Footballer#<id>         gsiOne: by position
///                  └── GW#<nn>#Fixture#<id>    points of one fixture
///  Gameweek#<nn> ──┬── Gameweek#<nn>           deadline, settlement
///                  ├── Fixture#<id>            a declared fixture: its clubs, its kick-off
///                  ├── Footballer#<id>#Fixture#<id>   points of one fixture again, by gameweek
///                  └── Settlement#<shard>      how far a settlement has come
///
///  Job#<kind>#<ids> ── job                     saved cursor of work in slices; ttl
///  Idempotency#<user>  <digest>                answers already given; ttl
///  Reconcile#run ───── run                     place of the scheduled check of everything
/// ```
@NullMarked
package plaza.table;

import org.jspecify.annotations.NullMarked;
