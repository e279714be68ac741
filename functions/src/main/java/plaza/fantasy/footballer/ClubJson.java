package plaza.fantasy.footballer;

import plaza.http.Schema.Text;

/// Converts clubs to JSON.
public final class ClubJson {
    public static final Text<String> CLUB = Text.of(FootballerSeason.CLUB, "Arsenal");

    private ClubJson() {}
}
