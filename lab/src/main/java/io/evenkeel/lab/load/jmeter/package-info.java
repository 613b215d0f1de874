// SPDX-License-Identifier: Apache-2.0
/**
 * Loads as test plans for Apache JMeter 5.6, so that somebody with another tool can repeat a measurement.
 *
 * <p>Writes files and runs nothing. What JMeter has no words for is said in the plan's comment. For one thread.
 */
@NullMarked
package io.evenkeel.lab.load.jmeter;

import org.jspecify.annotations.NullMarked;
