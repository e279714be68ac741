package plaza.social.notice;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;

/// A user who reads their notifications.
record NoticeReader(TestBed bed, String user) {
    TestRequest request() {
        return bed.as(user).at("userId", user);
    }

    /// The whole list, in pages of two.
    List<JsonNode> list() {
        return request().all("ListNotifications", 2);
    }

    /// The number of unread ones.
    int count() {
        return request().send("CountUnreadNotifications").orFail().json().path("count").asInt();
    }

    /// Marks those until a time as seen.
    TestResponse seen(String at) {
        return request().body("{\"at\": \"" + at + "\"}").send("MarkNotificationsSeen").orFail();
    }
}
