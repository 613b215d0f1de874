// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report.plot;

/** Something that can be painted. */
public interface Plot {

    /** The subject of the plot, for readers who cannot see it. */
    String title();

    int width();

    int height();

    void paint(Canvas canvas);
}
