package plaza.social.gate;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Who sees what a user writes.
///
/// It is stored in the item of the user's counts. Each transaction that creates a post or a follow
/// changes this item anyway, so that a condition on it costs nothing.
///
/// @param isProtected whether the user shows their posts to followers only, and accepts followers
/// @param isSuspended whether the user is hidden from everyone else: an administrator has suspended
///   them, or they have left
/// @param isErased whether the user has left. Then they are suspended as well, so that whatever
///   hides a suspended user hides them
/// @param suspendedAt since when the user has been suspended by an administrator, or null
/// @param changes how often it has changed
public record Standing(
        boolean isProtected,
        boolean isSuspended,
        boolean isErased,
        @Nullable Instant suspendedAt,
        long changes) {
    public static final Standing OPEN = new Standing(false, false, false, null, 0);

    private static final String PROTECTED = "protected";
    private static final String SUSPENDED = "suspended";
    private static final String SUSPENDED_AT = "suspendedAt";
    private static final String ERASED = "erased";

    /// How often the standing has changed; absent if it never has.
    public static final String CHANGES = "standingChanges";

    /// The standing of a user.
    ///
    /// @param counts the item of the user's counts, or null if the user does not exist
    public static Standing of(@Nullable Item counts) {
        return counts == null
                ? OPEN
                : new Standing(
                        counts.flag(PROTECTED),
                        counts.flag(SUSPENDED),
                        counts.flag(ERASED),
                        counts.timeOrNull(SUSPENDED_AT),
                        Objects.requireNonNullElse(counts.numberOrNull(CHANGES), 0L));
    }

    /// Who sees the posts of the user.
    public Audience audience() {
        return isSuspended ? Audience.AUTHOR : isProtected ? Audience.FOLLOWERS : Audience.EVERYONE;
    }

    /// The condition that the user exists and has this standing.
    public Condition isStill() {
        return exists().and(is(PROTECTED, isProtected))
                .and(is(SUSPENDED, isSuspended))
                .and(is(ERASED, isErased));
    }

    /// The condition that the user exists and that the standing has not changed at all.
    public Condition isUnchanged() {
        return isStill().and(attribute(CHANGES).isStill(changes == 0 ? null : changes));
    }

    /// The condition that a user, or one whose mark a row has, is not suspended, whether or not the
    /// item exists.
    public static Condition isActive() {
        return attribute(SUSPENDED).isAbsent();
    }

    /// Adds the protection of a new user to the item of the counts, or to the profile.
    public static Item.Builder in(Item.Builder item, boolean isProtected) {
        return isProtected ? item.with(PROTECTED, true) : item;
    }

    /// The update that copies to a profile whether the user is protected.
    public static Write.Update protect(Write.Update profile, boolean isProtected) {
        return profile.setOrRemove(PROTECTED, isProtected);
    }

    /// The condition that a profile states whether the user is protected.
    public static Condition isProtected(boolean expected) {
        return is(PROTECTED, expected);
    }

    /// Whether a profile states that the user is protected.
    public static boolean isOfProtected(Item profile) {
        return profile.flag(PROTECTED);
    }

    /// The condition that the user exists and is not suspended.
    public static Condition existsActive() {
        return exists().and(isActive());
    }

    private static Condition is(String attribute, boolean expected) {
        return expected ? attribute(attribute).isTrue() : attribute(attribute).isAbsent();
    }

    /// The writes that protect the user's posts, or end that.
    public List<Write> protecting(UserId user, boolean isSet, Jobs jobs) {
        var change = changing(user).setOrRemove(PROTECTED, isSet);
        return changed(change.onlyIf(isStill()), user, jobs);
    }

    /// The writes that suspend the user, or end that.
    ///
    /// @param since when the suspension begins, or null to end it
    public List<Write> suspending(UserId user, @Nullable Instant since, Jobs jobs) {
        return changed(suspend(changing(user), since).onlyIf(isStill()), user, jobs);
    }

    /// The update of the counts that suspends the user, or ends that.
    ///
    /// @param since when the suspension begins, or null to end it
    public static Write.Update suspend(Write.Update counts, @Nullable Instant since) {
        return since == null
                ? counts.remove(SUSPENDED).remove(SUSPENDED_AT)
                : counts.set(SUSPENDED, true).set(SUSPENDED_AT, since.toEpochMilli());
    }

    /// The writes that hide a user who leaves. The tombstone of an earlier erasure may be about to
    /// expire.
    public List<Write> erasing(UserId user, Jobs jobs) {
        var erased = erased(changing(user)).remove(TableSchema.TTL).remove(SUSPENDED_AT);
        return changed(erased.onlyIf(isStill()), user, jobs);
    }

    private static Write.Update erased(Write.Update counts) {
        return counts.set(SUSPENDED, true).set(ERASED, true);
    }

    /// Adds to the item of the counts that the user has left.
    public static Item.Builder erased(Item.Builder counts) {
        return counts.with(SUSPENDED, true).with(ERASED, true).with(CHANGES, 1);
    }

    private static Write.Update changing(UserId user) {
        return Write.Update.of(SocialKeys.USER_COUNT.key(user)).add(CHANGES, 1);
    }

    /// The change, if the standing is still this one, and the start of the job that copies it.
    private List<Write> changed(Write change, UserId user, Jobs jobs) {
        return List.of(
                change, jobs.start(new SocialWork.CopyStanding(user, Long.toString(changes + 1))));
    }

    /// Whether an edge or a word of a name is marked as one of a suspended user.
    public static boolean isOfSuspended(Item copy) {
        return copy.flag(SUSPENDED);
    }

    /// The condition that an edge, if it exists, is marked or not as when it was read.
    public static Condition isMarkStill(Item edge) {
        return attribute(SUSPENDED).isAsIn(edge);
    }

    /// The update that copies to an edge or a word of a name whether its user is suspended.
    public Write.Update mark(Write.Update copy) {
        return copy.setOrRemove(SUSPENDED, isSuspended);
    }
}
