package plaza.social.follow;

import plaza.social.key.SocialKeys;
import plaza.table.Item;

/// Converts follow requests to items and back. Times are epoch milliseconds.
public final class FollowRequestItems {
    private static final String REQUESTED_AT = "requestedAt";

    private FollowRequestItems() {}

    public static Item request(FollowRequest request) {
        return Item.at(SocialKeys.REQUEST.key(request.followee(), request.requester()))
                .with(REQUESTED_AT, request.requestedAt())
                .in(
                        SocialKeys.REQUESTS_BY_TIME.of(request.followee()),
                        SocialKeys.REQUEST_ORDER.of(request.requestedAt(), request.requester()))
                .build();
    }

    public static FollowRequest request(Item item) {
        return SocialKeys.REQUEST.parse(
                item.key(),
                (followee, requester) ->
                        new FollowRequest(requester, followee, item.time(REQUESTED_AT)));
    }
}
