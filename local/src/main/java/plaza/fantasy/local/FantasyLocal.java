package plaza.fantasy.local;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gameweek.GameweekCopies;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.sheet.Rules;
import plaza.fantasy.sheet.SeasonRules;
import plaza.fantasy.standings.Rankings;
import plaza.id.UserId;
import plaza.local.context.Demo;
import plaza.local.context.ExampleRule;
import plaza.local.context.ExportReader;
import plaza.local.context.KnownIds;
import plaza.local.context.LocalPart;
import plaza.local.context.SettingsReader;
import plaza.local.emulator.Functions;
import plaza.table.Table;
import plaza.table.Write;
import plaza.text.Malformed;

/// Fantasy football on this machine.
///
/// @param rules `plaza.rules`, the rules of the season: the name of a preset or a JSON file
/// @param season `plaza.fantasy`, a folder with a season to load, or null
public record FantasyLocal(Rules rules, @Nullable Path season) implements LocalPart {
    /// The copies of a gameweek. DynamoDB Local has no partitions and needs most of a second for as
    /// many as production has.
    public static final GameweekCopies.Limits FEW_COPIES = new GameweekCopies.Limits(3);

    public FantasyLocal() {
        this(SeasonRules.preset(SeasonRules.DEFAULT_PRESET), null);
    }

    @Override
    public FantasyLocal configured(SettingsReader settings) {
        return new FantasyLocal(
                rules(settings), settings.value("plaza.fantasy", null, SettingsReader::path));
    }

    private Rules rules(SettingsReader settings) {
        var nameOrFile =
                settings.value("plaza.rules", SeasonRules.DEFAULT_PRESET, Function.identity());
        try {
            return SeasonRules.load(nameOrFile).rules();
        } catch (Malformed invalid) {
            settings.fault("plaza.rules: " + invalid.rule());
            return rules;
        }
    }

    @Override
    public Functions arguments(Functions functions) {
        return functions
                .with(Rankings.Limits.class, Rankings.Limits.STANDARD)
                .with(GameweekCopies.Limits.class, FEW_COPIES)
                .with(Rules.class, rules);
    }

    @Override
    public void load(Table table, Consumer<List<Write>> writer, Consumer<String> progress) {
        if (season != null) {
            progress.accept("importing a fantasy season from " + season);
            FantasyImport.load(season, table, writer, progress).lines().forEach(progress);
        }
    }

    @Override
    public Demo demo() {
        return new FantasyDemo();
    }

    @Override
    public ExportReader exportReader(UserId user, Instant now) {
        return new FantasyExportReader(user);
    }

    @Override
    public Map<String, KnownIds> knownIds() {
        return Map.of(
                "gamerId",
                KnownIds.of(FantasyKeys.GAMER, gamer -> gamer.value()).ofCallers(),
                "leagueId",
                KnownIds.of(FantasyKeys.LEAGUE, league -> league.value()),
                "footballerId",
                KnownIds.of(FantasyKeys.FOOTBALLER, footballer -> footballer.value()),
                "gameweek",
                KnownIds.of(FantasyKeys.GAMEWEEK, week -> Integer.toString(week.number())),
                "fixtureId",
                KnownIds.of(
                        FantasyKeys.FIXTURE,
                        (week, fixture) ->
                                new KnownIds.Id(fixture.value(), Integer.toString(week.number()))));
    }

    @Override
    public Map<String, ExampleRule> exampleRules() {
        return FantasyExamples.RULES;
    }
}
