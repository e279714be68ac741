package plaza.fantasy.model;

/// How the totals of a large league are spread, now and before the last gameweek: what ranks are
/// counted from.
public record Spread(ScoreHistogram now, ScoreHistogram before) {
    public static final Spread EMPTY = new Spread(ScoreHistogram.EMPTY, ScoreHistogram.EMPTY);
}
