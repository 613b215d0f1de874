// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One policy against each of the others under the same load, run by run. Stateless. */
public final class Pairs {

    private Pairs() {}

    /**
     * The figures of a policy divided by those of every other policy in the same scenario under the same load.
     *
     * <p>The repeats are pairs: the same servers, users and minute. The interval is Student's over the ratios of the
     * pairs, and it is missing after one run.
     *
     * @param ours name of the policy
     * @param figures to be divided, with their digits
     * @return nothing when the policy was not run beside another one
     */
    public static Optional<ExperimentTable> table(String ours, List<CellResult> cells, List<Figure> figures) {
        List<List<String>> rows = new ArrayList<>();
        for (CellResult own : cells) {
            if (!own.key().policy().equals(ours)) {
                continue;
            }
            cells.stream().filter(other -> isRival(own, other)).forEach(other -> rows.add(row(own, other, figures)));
        }
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<String> columns = new ArrayList<>(List.of("scenario", "load", "against", "failed", "its failed"));
        figures.forEach(figure -> columns.add(figure.title()));
        return Optional.of(new ExperimentTable(
                ours + " divided by each other policy, pair by pair, with 95 % intervals", columns, rows));
    }

    private static boolean isRival(CellResult own, CellResult other) {
        return !other.key().equals(own.key())
                && other.key().scenario().equals(own.key().scenario())
                && other.key().load().equals(own.key().load());
    }

    private static List<String> row(CellResult own, CellResult other, List<Figure> figures) {
        List<String> row = new ArrayList<>(List.of(
                own.key().scenario(), own.key().load().text(), other.key().text(), share(own), share(other)));
        figures.forEach(figure -> row.add(ratio(Measured.ratio(own, other, figure.name()), figure.digits())));
        return row;
    }

    private static String share(CellResult cell) {
        return cell.failures() == 0
                ? "0"
                : String.format(Locale.ROOT, "%.2f %%", cell.failureShare().value() * 100);
    }

    private static String ratio(ConfidenceInterval ratio, int digits) {
        String form = "%." + digits + "f";
        String value = String.format(Locale.ROOT, form, ratio.value());
        return ratio.isKnown()
                ? value + " (" + String.format(Locale.ROOT, form + " to " + form, ratio.low(), ratio.high()) + ")"
                : value;
    }
}
