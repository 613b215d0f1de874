// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report.plot;

/** Something that can be painted. */
public interface Plot {

    /** What it shows, for those who cannot see it. */
    String title();

    int width();

    int height();

    void paint(Canvas canvas);
}
