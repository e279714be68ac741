package plaza.social.check;

import java.util.List;
import plaza.audit.AuditContext;
import plaza.audit.DerivedItemsAudit;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Key;

/// Compares profiles with the words of their names and with their ids, by which search finds users.
record NameWordsAudit() implements DerivedItemsAudit {
    @Override
    public boolean covers(Item item, AuditContext context) {
        return isSource(item) || SocialKeys.NAME_WORD.is(item.key());
    }

    @Override
    public boolean isSource(Item item) {
        return SocialKeys.USER_INFO.is(item.key());
    }

    @Override
    public List<Item> derived(Item userInfo) {
        return UserItems.nameWords(UserItems.userInfo(userInfo));
    }

    @Override
    public Key source(Item nameWord) {
        return SocialKeys.NAME_WORD.parse(
                nameWord.key(), (_, _, user) -> SocialKeys.USER_INFO.key(user));
    }
}
