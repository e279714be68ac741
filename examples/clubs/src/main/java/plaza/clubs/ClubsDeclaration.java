package plaza.clubs;

import static plaza.catalogue.Access.ANY_USER;
import static plaza.catalogue.Access.OWNER;
import static plaza.catalogue.Action.BATCH_WRITE_ITEM;
import static plaza.catalogue.Action.CONDITION_CHECK_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;
import static plaza.catalogue.Contract.Header.ETAG;
import static plaza.catalogue.HttpFunction.http;
import static plaza.http.Problem.Kind.NOT_FOUND;

import java.util.List;
import java.util.Map;
import plaza.audit.ContextChecks;
import plaza.catalogue.Grant;
import plaza.catalogue.GrantList;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.context.Declaration;
import plaza.context.Readers;
import plaza.evolution.ContextMigrations;
import plaza.job.WorkType;
import plaza.leaving.ContextErasure;
import plaza.leaving.ContextExport;
import plaza.leaving.ContextExport.Omission;
import plaza.table.Family;
import plaza.tally.ContextEdges;
import plaza.tally.Ledger;

/// This context: its functions, its items, and what the functions of the platform do for it.
public final class ClubsDeclaration implements Declaration {
    @Override
    public String name() {
        return "clubs";
    }

    @Override
    public String description() {
        return "Clubs and their members.";
    }

    @Override
    public List<Family> families() {
        return ClubsKeys.families();
    }

    @Override
    public List<HttpFunction> functions() {
        return List.of(
                http(PutClub.class, "PUT", "/clubs/{clubId}", ANY_USER)
                        .summary("Found a club or change its name")
                        .puts(ClubJson.CLUB)
                        .body(PutClub.NAME)
                        .grant(ClubsKeys.CLUBS, PUT_ITEM, UPDATE_ITEM)
                        .costs(0, 2, 2, "another name"),
                http(GetClub.class, "GET", "/clubs/{clubId}", ANY_USER)
                        .summary("Get a club and its number of members")
                        .returns(200, ClubJson.CLUB, ETAG)
                        .fails(NOT_FOUND)
                        .grant(ClubsKeys.CLUBS, GET_ITEM)
                        .costs(0.5, 0, 1, "any club"),
                http(JoinClub.class, "PUT", "/clubs/{clubId}/members/{userId}", OWNER)
                        .summary("Join a club")
                        .puts(ClubJson.MEMBER)
                        .fails(NOT_FOUND)
                        .grant(ClubsKeys.CLUBS, GET_ITEM)
                        .grant(ClubsKeys.MEMBERS, PUT_ITEM)
                        .costs(0.5, 2, 2, "the first call"),
                http(LeaveClub.class, "DELETE", "/clubs/{clubId}/members/{userId}", OWNER)
                        .summary("Leave a club")
                        .grant(ClubsKeys.MEMBERS, DELETE_ITEM)
                        .costs(0, 2, 1, "a member"),
                http(ListClubMembers.class, "GET", "/clubs/{clubId}/members", ANY_USER)
                        .summary("List the members of a club, newest first")
                        .pages(ClubJson.MEMBER)
                        .fails(NOT_FOUND)
                        .grant(ClubsKeys.CLUBS, GET_ITEM)
                        .grant(ClubsKeys.MEMBERS_BY_TIME, QUERY)
                        .costs(0.5, 0, 1, "two members"));
    }

    @Override
    public List<PathParameter> pathParameters() {
        return List.of(
                new PathParameter(
                        "clubId", ClubJson.ID, "The id of the club, which its founder chooses."));
    }

    @Override
    public WorkType<ClubsWork> work() {
        return ClubsWork.TYPE;
    }

    @Override
    public Class<ClubsEventRules> eventRules() {
        return ClubsEventRules.class;
    }

    @Override
    public List<Grant> eventGrants() {
        return new GrantList()
                .grant(ClubsKeys.CLUBS, GET_ITEM)
                .grant(ClubsKeys.MEMBERS, QUERY, BATCH_WRITE_ITEM)
                .grant(ClubsKeys.MEMBER_LEDGER, QUERY, BATCH_WRITE_ITEM)
                .list();
    }

    @Override
    public ContextEdges edges() {
        return new MemberEdge();
    }

    @Override
    public ContextChecks checks() {
        return new ClubsChecks();
    }

    @Override
    public List<Grant> checkGrants() {
        return new GrantList().grant(ClubsKeys.MEMBERS, UPDATE_ITEM).list();
    }

    @Override
    public ContextMigrations migrations() {
        return new MemberOrder();
    }

    @Override
    public ContextExport export() {
        return ContextExport.nothing(
                Map.of(
                        ClubsKeys.CLUB, Omission.NO_PATH,
                        ClubsKeys.MEMBER, Omission.NO_PATH,
                        ClubsKeys.MEMBER_LEDGER_ROW, Omission.DERIVED));
    }

    @Override
    public ContextErasure erasure() {
        return new ClubsErasure();
    }

    @Override
    public List<Grant> erasureScanGrants() {
        return new GrantList()
                .grant(ClubsKeys.CLUBS, UPDATE_ITEM, DELETE_ITEM)
                .grant(ClubsKeys.MEMBERS, QUERY, CONDITION_CHECK_ITEM)
                .list();
    }

    @Override
    public Readers readers() {
        return new Readers()
                .put(ClubsKeys.CLUB, ClubItems::club)
                .put(ClubsKeys.MEMBER, MemberItems::member)
                .put(ClubsKeys.MEMBER_LEDGER_ROW, Ledger::sequence);
    }
}
