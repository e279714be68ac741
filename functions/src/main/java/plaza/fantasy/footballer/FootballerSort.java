package plaza.fantasy.footballer;

import java.util.Comparator;
import java.util.List;
import plaza.fantasy.id.FootballerId;
import plaza.rule.Pure;
import plaza.text.Folding;

/// An order of footballers: by name, price or total points. The id decides between equal ones.
@Pure
public enum FootballerSort {
    /// By the folded name, so that `Özil` is next to `Ozil`. Ascends unless requested otherwise.
    /// The word is not `name`, because no constant of an enumeration in Kotlin can be called so.
    NAME("alphabetical", false),
    /// Descends unless requested otherwise.
    PRICE("price", true),
    /// Descends unless requested otherwise.
    TOTAL_POINTS("totalPoints", true);

    private final String text;
    private final boolean descendsByDefault;

    FootballerSort(String text, boolean descendsByDefault) {
        this.text = text;
        this.descendsByDefault = descendsByDefault;
    }

    /// The place of a footballer in an order.
    ///
    /// @param value the value by which footballers are sorted, as text
    public record Rank(String value, FootballerId id) {
        /// The parts of which [#of] makes the same rank.
        public List<String> parts() {
            return List.of(value, id.value());
        }

        public static Rank of(List<String> parts) {
            return new Rank(parts.get(0), FootballerId.of(parts.get(1)));
        }
    }

    /// The word used in the API.
    public String text() {
        return text;
    }

    public boolean descendsByDefault() {
        return descendsByDefault;
    }

    /// Returns the place of a footballer in this order.
    public Rank rank(FootballerSeason season) {
        var footballer = season.footballer();
        return new Rank(
                switch (this) {
                    case NAME -> Folding.search(footballer.name());
                    case PRICE -> Integer.toString(footballer.priceTenths());
                    case TOTAL_POINTS -> Long.toString(season.totalPoints());
                },
                footballer.id());
    }

    /// Returns the order of ranks. Footballers with the same value are in the order of their ids,
    /// whether the values ascend or descend.
    public Comparator<Rank> order(boolean descends) {
        Comparator<Rank> byValue =
                this == NAME
                        ? Comparator.comparing(Rank::value)
                        : Comparator.comparingLong(rank -> Long.parseLong(rank.value()));
        return (descends ? byValue.reversed() : byValue).thenComparing(rank -> rank.id().value());
    }
}
