package plaza.reconcile.social;

import java.util.List;
import plaza.audit.AuditContext;
import plaza.audit.DerivedItemsAudit;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;

/// Compares profiles with the words of their names, by which search finds users.
record NameWordsAudit() implements DerivedItemsAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return isSource(item) || KeySpace.familyOf(item.key().pk()) == Family.NAME_WORDS;
    }

    @Override
    public boolean isSource(Item item) {
        var key = item.key();
        return KeySpace.familyOf(key.pk()) == Family.USER
                && key.equals(KeySpace.userInfo(KeySpace.userOf(key)));
    }

    @Override
    public List<Item> derived(Item userInfo) {
        return UserItems.nameWords(UserItems.userInfo(userInfo));
    }

    @Override
    public Key source(Item nameWord) {
        return KeySpace.userInfo(KeySpace.userOf(nameWord.key()));
    }
}
