package plaza.clubs;

import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about clubs.
final class ClubProblems {
    private ClubProblems() {}

    static ProblemException noClub() {
        return Problem.notFound("clubId", "The club does not exist.").exception();
    }
}
