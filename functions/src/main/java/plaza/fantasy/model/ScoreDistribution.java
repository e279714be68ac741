package plaza.fantasy.model;

/// How the totals of a large league are spread, now and before the last gameweek: what ranks are
/// counted from.
public record ScoreDistribution(ScoreHistogram now, ScoreHistogram before) {
    public static final ScoreDistribution EMPTY =
            new ScoreDistribution(ScoreHistogram.EMPTY, ScoreHistogram.EMPTY);
}
