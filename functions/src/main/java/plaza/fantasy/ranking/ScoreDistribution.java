package plaza.fantasy.ranking;

import plaza.rule.Pure;

/// How often each total occurs in a large league, now and before the last settled gameweek. Ranks
/// and last ranks are computed from it.
@Pure
public record ScoreDistribution(ScoreHistogram now, ScoreHistogram before) {
    public static final ScoreDistribution EMPTY =
            new ScoreDistribution(ScoreHistogram.EMPTY, ScoreHistogram.EMPTY);
}
