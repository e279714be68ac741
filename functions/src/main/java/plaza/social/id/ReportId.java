package plaza.social.id;

import plaza.id.IdRule;

/// The id of a report: a ULID, like that of a post ([plaza.id.Ulids]).
public record ReportId(String value) {
    public ReportId {
        IdRule.check(value);
    }

    public static ReportId parse(String text) {
        return new ReportId(IdRule.parse(text));
    }

    public static ReportId of(String value) {
        return new ReportId(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
