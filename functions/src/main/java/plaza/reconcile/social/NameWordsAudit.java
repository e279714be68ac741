package plaza.reconcile.social;

import java.util.List;
import plaza.audit.AuditContext;
import plaza.audit.DerivedItemsAudit;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Compares profiles with the words of their names and with their ids, by which search finds users.
record NameWordsAudit() implements DerivedItemsAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return isSource(item) || KeySpace.NAME_WORD.is(item.key());
    }

    @Override
    public boolean isSource(Item item) {
        return KeySpace.USER_INFO.is(item.key());
    }

    @Override
    public List<Item> derived(Item userInfo) {
        return UserItems.nameWords(UserItems.userInfo(userInfo));
    }

    @Override
    public Key source(Item nameWord) {
        return KeySpace.NAME_WORD.parse(
                nameWord.key(), (_, _, user) -> KeySpace.USER_INFO.key(user));
    }
}
