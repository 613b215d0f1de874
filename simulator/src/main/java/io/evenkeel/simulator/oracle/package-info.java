// SPDX-License-Identifier: Apache-2.0
/**
 * The questions of a run to those who choose: the policies of its dispatchers, and the real state of its servers, which
 * oracles may look at and no dispatcher can know.
 *
 * <p>Interfaces only. Threads: one for a run.
 */
@NullMarked
package io.evenkeel.simulator.oracle;

import org.jspecify.annotations.NullMarked;
