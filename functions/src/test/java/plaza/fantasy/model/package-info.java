/// Tests of the rules, and a second, naive implementation of them that tests compare with:
/// [SheetRules][plaza.fantasy.model.SheetRules] judges and scores one sheet, and
/// [SeasonModel][plaza.fantasy.model.SeasonModel] plays a season.
@NullMarked
package plaza.fantasy.model;

import org.jspecify.annotations.NullMarked;
