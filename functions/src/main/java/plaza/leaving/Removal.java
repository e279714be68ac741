package plaza.leaving;

import plaza.table.Item;

/// What an erasure does with an item that names the person.
@FunctionalInterface
public interface Removal {
    /// Deletes the item.
    Removal DELETE = (item, erasing) -> erasing.delete(item.key());

    /// Leaves the item alone until it ends by itself, within days. The erasure is not proved before
    /// that.
    Removal EXPIRY = (_, _) -> 0;

    /// Leaves the item alone until the erasure itself ends: it is a part of the erasure.
    Removal KEPT = (_, _) -> 0;

    /// Removes the person from an item: deletes or changes it and what belongs to it. It is
    /// repeatable.
    ///
    /// @param item as it was read; it may have changed since
    /// @return how many items were deleted or changed; 0 if nothing was left to do, or the item has
    ///   to stay for now
    long remove(Item item, Erasing erasing);
}
