// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

/**
 * A column of an experiment's tables.
 *
 * @param name of the figure in {@link Measurement}
 * @param title for people, in few words and with its unit
 * @param digits after the point
 * @param isCount true when the repeats are added up; otherwise their mean counts
 */
public record Figure(String name, String title, int digits, boolean isCount) {

    public static Figure count(String name, String title) {
        return new Figure(name, title, 0, true);
    }

    public static Figure mean(String name, String title, int digits) {
        return new Figure(name, title, digits, false);
    }
}
