// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import io.evenkeel.lab.experiment.CellIndex;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ConfidenceInterval;
import io.evenkeel.lab.experiment.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A cell of one result beside the same cell of another.
 *
 * <p>Compared is the throughput where users wait for answers, and the mean response time where requests come at a fixed
 * rate. The verdict is by the 95 % interval of the ratio (Welch's, of logarithms): faster or slower when 1 is outside
 * it, the same when it is inside. After single runs there is no interval, and a verdict needs a difference of more than
 * {@value #NOISE}, which two equal runs on a quiet machine rarely have.
 *
 * @param figure that was compared
 * @param ratio of the second's speed to the first's; above 1 the second is faster
 */
public record Comparison(
        CellKey key,
        String figure,
        CellResult first,
        CellResult second,
        ConfidenceInterval ratio,
        SpeedVerdict verdict) {

    private static final double NOISE = 0.05;

    /** The speed of the second beside the first. */
    public enum SpeedVerdict {
        FASTER,
        SLOWER,
        SAME,
        /** One of the two has no answers. */
        UNKNOWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Compares the cells that both results have. */
    public static List<Comparison> of(List<CellResult> first, List<CellResult> second) {
        CellIndex others = new CellIndex(second);
        List<Comparison> all = new ArrayList<>();
        for (CellResult one : first) {
            others.find(one.key()).ifPresent(other -> all.add(compare(one, other)));
        }
        return all;
    }

    private static Comparison compare(CellResult one, CellResult other) {
        boolean isOpen = one.key().load().unit().equals("per-second");
        String figure = isOpen ? Measurement.MEAN : Measurement.THROUGHPUT;
        // A time is fast when it is short.
        ConfidenceInterval ratio = isOpen
                ? ConfidenceInterval.ratio(values(other, figure), values(one, figure))
                : ConfidenceInterval.ratio(values(one, figure), values(other, figure));
        return new Comparison(one.key(), figure, one, other, ratio, verdict(ratio));
    }

    private static List<Double> values(CellResult cell, String figure) {
        return cell.units().stream()
                .map(unit -> unit.measurement().figure(figure))
                .filter(value -> value > 0)
                .toList();
    }

    static SpeedVerdict verdict(ConfidenceInterval ratio) {
        if (Double.isNaN(ratio.value())) {
            return SpeedVerdict.UNKNOWN;
        }
        if (ratio.isKnown() ? ratio.contains(1) : Math.abs(ratio.value() - 1) <= NOISE) {
            return SpeedVerdict.SAME;
        }
        return ratio.value() > 1 ? SpeedVerdict.FASTER : SpeedVerdict.SLOWER;
    }
}
