package plaza.reconcile.social;

import plaza.audit.CountedEdge;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// A like and its ledger row. Those of a deleted post are left to [LeftoversAudit].
record CountedLike(PostId post, UserId user) implements CountedEdge {
    static CountedLike of(Item item) {
        return new CountedLike(KeySpace.postOf(item.key()), KeySpace.userOf(item.key()));
    }

    @Override
    public Key key() {
        return KeySpace.like(post, user);
    }

    @Override
    public Key ledgerRow() {
        return KeySpace.likeLedger(post, user);
    }

    @Override
    public Key counter() {
        return KeySpace.likeCount(post);
    }

    @Override
    public String countAttribute() {
        return PostItems.LIKE_COUNT;
    }
}
