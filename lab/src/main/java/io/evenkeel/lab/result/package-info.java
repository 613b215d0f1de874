// SPDX-License-Identifier: Apache-2.0
/**
 * The folder that an experiment leaves behind: its request, its machine, and all its measurements, unit by unit.
 *
 * <p>Everything is text: JSON, CSV and HdrHistogram's logs. A unit appears in the folder as a whole or not at all, so a
 * run that was stopped at any moment can go on later. Runs nothing and judges nothing. Threads: a folder is for one
 * process and one thread at a time.
 */
@NullMarked
package io.evenkeel.lab.result;

import org.jspecify.annotations.NullMarked;
