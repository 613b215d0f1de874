// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

/** The listener that is told how an experiment goes. Any thread may call it. */
public interface ExperimentProgress {

    /** One line for people, without a line end. */
    void say(String line);
}
