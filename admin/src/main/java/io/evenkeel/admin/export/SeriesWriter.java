// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import io.evenkeel.dispatcher.metrics.MeasureSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.Labels;

/** Adds the series of one thing, with its labels, to families whose names begin alike. */
final class SeriesWriter {

    private final Families families;
    private final String prefix;
    private final Labels labels;

    SeriesWriter(Families families, String prefix, Labels labels) {
        this.families = families;
        this.prefix = prefix;
        this.labels = labels;
    }

    /** The same with one more label. */
    SeriesWriter with(String name, String value) {
        return new SeriesWriter(families, prefix, labels.add(name, value));
    }

    void info(String name, String help) {
        families.info(prefix + name, help, labels);
    }

    void counter(String name, String help, long value) {
        families.counter(prefix + name, help, labels, (double) value);
    }

    void gauge(String name, String help, double value) {
        families.gauge(prefix + name, help, labels, value);
    }

    void count(String name, String help, long value) {
        families.gauge(prefix + name, help, labels, (double) value);
    }

    void flag(String name, String help, boolean value) {
        families.gauge(prefix + name, help, labels, value ? 1 : 0);
    }

    /** @param scale of the distribution's unit, 1e9 for nanoseconds in seconds */
    void histogram(String name, String help, MeasureSnapshot snapshot, double scale, double... upperBounds) {
        families.histogram(prefix + name, help, labels, snapshot, scale, upperBounds);
    }

    /** The same with examples, in the unit of the bounds. */
    void histogram(
            String name,
            String help,
            MeasureSnapshot snapshot,
            Exemplars exemplars,
            double scale,
            double... upperBounds) {
        families.histogram(prefix + name, help, labels, snapshot, exemplars, scale, upperBounds);
    }

    /** Count and sum alone, for figures that would be too many series as a histogram. */
    void summary(String name, String help, MeasureSnapshot snapshot, double scale) {
        families.summary(prefix + name, help, labels, snapshot, scale);
    }
}
