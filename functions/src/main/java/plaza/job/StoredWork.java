package plaza.job;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.BulkChangeId;
import plaza.id.DataId;
import plaza.id.Gameweek;
import plaza.id.GenerationId;
import plaza.id.ImportId;
import plaza.id.LeagueId;
import plaza.id.PostId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// [Work] in the form in which an item stores it.
///
/// @param ids what the job works on; kind and ids are the job's key, so the same work is one job
/// @param arguments further values that the work needs
record StoredWork(Kind kind, List<String> ids, List<String> arguments) {
    private static final String ARGUMENTS = "arguments";

    /// The kinds of work.
    private enum Kind {
        DELIVER_POST("deliver"),
        DELIVER_RANGE("deliverrange"),
        BACKFILL_AUTHOR("backfill"),
        WITHDRAW_POST("withdraw"),
        ERASE_POST("erase"),
        REMOVE_AUTHOR_ENTRIES("removeentries"),
        COPY_STANDING("standing"),
        UNTAG_FAVORITE("untag"),
        ERASE_TAG("erasetag"),
        MERGE_TAG("mergetag"),
        IMPORT_BOOKMARKS("import"),
        UNDO_IMPORT("undoimport"),
        CHANGE_FAVORITES("changefavorites"),
        SETTLE_GAMERS("settle"),
        RANK_LEAGUES("rankall"),
        RANK_LEAGUE("rank"),
        ERASE_LEAGUE("eraseleague");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        private static Kind of(String word) {
            return Stream.of(values())
                    .filter(kind -> kind.word.equals(word))
                    .findAny()
                    .orElseThrow(() -> new IllegalArgumentException("no such kind of job"));
        }
    }

    /// Reads the work of a job from its item.
    static Work read(Item item) {
        var kind = Kind.of(item.text(Job.KIND));
        var in = new Texts(item.texts(Job.IDS), item.texts(ARGUMENTS));
        return switch (kind) {
            case DELIVER_POST ->
                    new Work.DeliverPost(in.next(UserId::of), in.next(PostId::of), in.time());
            case DELIVER_RANGE ->
                    new Work.DeliverRange(
                            in.next(UserId::of),
                            in.next(PostId::of),
                            in.next(UserId::of),
                            in.next(UserId::of),
                            in.time());
            case BACKFILL_AUTHOR ->
                    new Work.BackfillAuthor(in.next(UserId::of), in.next(UserId::of), in.time());
            case WITHDRAW_POST -> new Work.WithdrawPost(in.next(UserId::of), in.next(PostId::of));
            case ERASE_POST -> new Work.ErasePost(in.next(PostId::of), in.text());
            case REMOVE_AUTHOR_ENTRIES ->
                    new Work.RemoveAuthorEntries(
                            in.next(UserId::of), in.next(UserId::of), in.text());
            case COPY_STANDING -> new Work.CopyStanding(in.next(UserId::of), in.text());
            case UNTAG_FAVORITE ->
                    new Work.UntagFavorite(
                            in.next(UserId::of), in.next(DataId::of), in.next(GenerationId::of));
            case ERASE_TAG ->
                    new Work.EraseTag(
                            in.next(UserId::of),
                            in.next(TagId::of),
                            in.next(GenerationId::of),
                            in.isEmpty() ? null : in.next(TagId::of));
            case MERGE_TAG ->
                    new Work.MergeTag(
                            in.next(UserId::of), in.next(TagId::of), in.next(GenerationId::of));
            case IMPORT_BOOKMARKS ->
                    new Work.ImportBookmarks(
                            in.next(UserId::of),
                            in.next(ImportId::of),
                            in.text(),
                            in.number(),
                            in.time());
            case UNDO_IMPORT ->
                    new Work.UndoImport(in.next(UserId::of), in.next(ImportId::of), in.time());
            case CHANGE_FAVORITES ->
                    new Work.ChangeFavorites(in.next(UserId::of), in.next(BulkChangeId::of));
            case SETTLE_GAMERS ->
                    new Work.SettleGamers(
                            in.next(Gameweek::parse), in.number(), in.next(Long::parseLong));
            case RANK_LEAGUES -> new Work.RankLeagues();
            case RANK_LEAGUE -> new Work.RankLeague(in.next(LeagueId::of));
            case ERASE_LEAGUE -> new Work.EraseLeague(in.next(LeagueId::of));
        };
    }

    static StoredWork of(Work work) {
        return switch (work) {
            case Work.DeliverPost(var author, var post, var written) ->
                    stored(Kind.DELIVER_POST, author, post).with(written);
            case Work.DeliverRange(var author, var post, var before, var last, var written) ->
                    stored(Kind.DELIVER_RANGE, author, post, before, last).with(written);
            case Work.BackfillAuthor(var reader, var author, var followedAt) ->
                    stored(Kind.BACKFILL_AUTHOR, reader, author, followedAt);
            case Work.WithdrawPost(var author, var post) ->
                    stored(Kind.WITHDRAW_POST, author, post);
            case Work.ErasePost(var post, var cause) -> stored(Kind.ERASE_POST, post, cause);
            case Work.RemoveAuthorEntries(var reader, var author, var cause) ->
                    stored(Kind.REMOVE_AUTHOR_ENTRIES, reader, author, cause);
            case Work.CopyStanding(var user, var cause) -> stored(Kind.COPY_STANDING, user, cause);
            case Work.UntagFavorite(var user, var data, var generation) ->
                    stored(Kind.UNTAG_FAVORITE, user, data, generation);
            case Work.EraseTag(var user, var tag, var generation, var into) ->
                    stored(Kind.ERASE_TAG, user, tag, generation).with(into);
            case Work.MergeTag(var user, var tag, var generation) ->
                    stored(Kind.MERGE_TAG, user, tag, generation);
            case Work.ImportBookmarks(var user, var id, var digest, var chunks, var importTime) ->
                    stored(Kind.IMPORT_BOOKMARKS, user, id).with(digest, chunks, importTime);
            case Work.UndoImport(var user, var id, var importTime) ->
                    stored(Kind.UNDO_IMPORT, user, id).with(importTime);
            case Work.ChangeFavorites(var user, var id) -> stored(Kind.CHANGE_FAVORITES, user, id);
            case Work.SettleGamers(var gameweek, var shard, var run) ->
                    stored(Kind.SETTLE_GAMERS, gameweek, shard, run);
            case Work.RankLeagues() -> stored(Kind.RANK_LEAGUES, "all");
            case Work.RankLeague(var league) -> stored(Kind.RANK_LEAGUE, league);
            case Work.EraseLeague(var league) -> stored(Kind.ERASE_LEAGUE, league);
        };
    }

    private static StoredWork stored(Kind kind, Object... ids) {
        return new StoredWork(kind, Texts.of(ids), List.of());
    }

    private StoredWork with(@Nullable Object... more) {
        return new StoredWork(kind, ids, Texts.of(more));
    }

    Key key() {
        return KeySpace.JOB.key(kind.word, ids);
    }

    /// Starts the item of a job with this work.
    Item.Builder item() {
        return Item.at(key())
                .with(Job.KIND, kind.word)
                .with(Job.IDS, ids)
                .with(ARGUMENTS, arguments);
    }
}
