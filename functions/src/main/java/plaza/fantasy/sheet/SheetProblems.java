package plaza.fantasy.sheet;

import java.util.List;
import plaza.http.Problem;
import plaza.http.ProblemException;

/// The problems of requests about team sheets.
public final class SheetProblems {
    /// The member of a problem with the cost of the transfers.
    public static final Problem.Member<Number> COST =
            new Problem.Member<>("transferCost", SheetJson.TRANSFER_COST);

    private SheetProblems() {}

    static ProblemException broken(List<BrokenRule> rules) {
        var errors =
                rules.stream()
                        .map(rule ->
                                new Problem.FieldError(
                                        rule.field(), rule.detail(), rule.code().text()))
                        .toList();
        return Problem.ruleBroken("The team sheet breaks rules of the game.", errors).exception();
    }

    static ProblemException mispriced(int transferCost) {
        return Problem.conflict(
                        SheetBody.TRANSFER_COST.name(),
                        "These transfers cost %d points. Send that value, or leave the field out."
                                .formatted(transferCost))
                .with(COST, transferCost)
                .exception();
    }

    static ProblemException fixedByLaterSheet() {
        return Problem.ruleBroken(
                        "gameweek",
                        "A later team sheet is based on this gameweek's squad and money."
                                + " Change only the layout.")
                .exception();
    }

    static ProblemException closed() {
        return Problem.ruleBroken(
                        "gameweek", "The gameweek is closed. Submit a sheet for an open one.")
                .exception();
    }
}
