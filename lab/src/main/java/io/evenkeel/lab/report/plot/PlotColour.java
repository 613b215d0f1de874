// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report.plot;

import java.util.List;

/**
 * A colour by its purpose.
 *
 * @param variable of the page's style sheet, so that it follows light and dark
 * @param light the colour itself, on white
 */
public record PlotColour(String variable, String light) {

    static final PlotColour TEXT = new PlotColour("--text", "#1c2128");
    static final PlotColour FAINT = new PlotColour("--faint", "#68707c");
    static final PlotColour GRID = new PlotColour("--grid", "#e1e4e8");
    static final PlotColour PAPER = new PlotColour("--paper", "#b4531a");
    static final PlotColour BAD = new PlotColour("--bad", "#c62828");

    private static final List<String> SERIES =
            List.of("#2469b3", "#c77d0a", "#2e8b57", "#8e4fb0", "#b03060", "#4b7f8c", "#7a6a2f", "#5b5f97");

    /** The colour of a line or bar among several. */
    public static PlotColour series(int number) {
        int place = number % SERIES.size();
        return new PlotColour("--s" + (place + 1), SERIES.get(place));
    }

    /** The number of different colours. */
    public static int count() {
        return SERIES.size();
    }
}
