package plaza.clubs;

import static plaza.model.expected.JsonDifference.object;
import static plaza.model.expected.JsonDifference.text;
import static plaza.model.expected.JsonDifference.time;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import plaza.model.expected.Admissible.EventualCount;
import plaza.model.expected.Call;
import plaza.model.expected.ExpectedResponse;
import plaza.model.expected.JsonDifference;
import plaza.model.expected.Model;

/// The model of this context: predicts each response from plain maps.
final class ClubsModel implements Model {
    static final List<String> USERS = List.of("ann", "bob", "cat");
    static final List<String> CLUBS = List.of("chess", "go", "choir");

    private static final class ClubState {
        private final String founder;
        private final Instant createdAt;
        private final Map<String, Instant> members = new TreeMap<>();
        private final EventualCount count = new EventualCount();
        private String name = "";

        private ClubState(String founder, Instant createdAt) {
            this.founder = founder;
            this.createdAt = createdAt;
        }
    }

    private final Map<String, ClubState> clubs = new TreeMap<>();

    boolean exists(String club) {
        return clubs.containsKey(club);
    }

    /// The founder of a club, or the user who founds it next.
    String founder(String club, String next) {
        var found = clubs.get(club);
        return found == null ? next : found.founder;
    }

    @Override
    public Map<String, List<String>> requiredFields() {
        return Map.of("PutClub", List.of("name"));
    }

    @Override
    public List<String> creators() {
        return List.of("PutClub", "JoinClub");
    }

    @Override
    public ExpectedResponse respond(Call call, Instant now) {
        var id = call.pathValue("clubId");
        var club = clubs.get(id);
        if (call.function().equals("PutClub")) {
            return put(id, call, now);
        }
        if (call.function().equals("LeaveClub")) {
            if (club != null && club.members.remove(call.caller()) != null) {
                club.count.set(club.members.size());
            }
            return ExpectedResponse.noContent();
        }
        if (club == null) {
            return ExpectedResponse.notFound("clubId");
        }
        return switch (call.function()) {
            case "GetClub" -> ExpectedResponse.ok(body(id, club));
            case "JoinClub" -> join(id, club, call.caller(), now);
            case "ListClubMembers" -> ExpectedResponse.items(newestFirst(id, club));
            default -> throw new AssertionError(call.function());
        };
    }

    private ExpectedResponse put(String id, Call call, Instant now) {
        var isNew = !exists(id);
        var club = clubs.computeIfAbsent(id, _ -> new ClubState(call.caller(), now));
        if (!club.founder.equals(call.caller())) {
            return ExpectedResponse.problem(403);
        }
        var body = JsonDifference.parse(String.valueOf(call.body()));
        club.name = String.valueOf(text(body, "name"));
        return ExpectedResponse.put(isNew, body(id, club));
    }

    private static ExpectedResponse join(String id, ClubState club, String user, Instant now) {
        var isNew = club.members.putIfAbsent(user, now) == null;
        club.count.set(club.members.size());
        return ExpectedResponse.put(isNew, member(id, club, user));
    }

    private static List<Object> newestFirst(String id, ClubState club) {
        var users = new ArrayList<>(club.members.keySet());
        users.sort(
                Comparator.comparing((String user) -> club.members.get(user))
                        .thenComparing(Comparator.naturalOrder())
                        .reversed());
        return users.stream().map(user -> member(id, club, user)).toList();
    }

    private static Object body(String id, ClubState club) {
        return object(
                "clubId",
                id,
                "name",
                club.name,
                "founderId",
                club.founder,
                "createdAt",
                time(club.createdAt),
                "memberCount",
                club.count.value());
    }

    private static Object member(String id, ClubState club, String user) {
        return object("clubId", id, "userId", user, "joinedAt", time(club.members.get(user)));
    }

    @Override
    public void onDrained(Instant now) {
        clubs.values().forEach(club -> club.count.onDrained());
    }

    @Override
    public List<Call> reads() {
        return clubs.keySet().stream()
                .flatMap(club ->
                        List.of("GetClub", "ListClubMembers").stream()
                                .map(read -> Call.of(read, "ann").at("clubId", club)))
                .toList();
    }
}
