// SPDX-License-Identifier: Apache-2.0
/**
 * Loads as test plans for Apache JMeter 5.6, so that somebody with another tool can repeat a measurement.
 *
 * <p>Writes files and runs nothing. The plan's comment names the things that JMeter cannot express. For one thread.
 */
@NullMarked
package io.evenkeel.load.jmeter;

import org.jspecify.annotations.NullMarked;
