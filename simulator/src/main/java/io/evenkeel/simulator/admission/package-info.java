// SPDX-License-Identifier: Apache-2.0
/** The rules by which simulated dispatchers admit new sessions. Without a clock; one thread for each run. */
@NullMarked
package io.evenkeel.simulator.admission;

import org.jspecify.annotations.NullMarked;
