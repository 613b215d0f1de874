// SPDX-License-Identifier: Apache-2.0
/**
 * Published experiments done again on real servers: what is compared, the runs, and the verdict beside the published figures.
 *
 * <p>An experiment is scenarios times policies; each pair is a cell and each cell is run as often as asked, policies in turn, because a machine is not the
 * same from minute to minute. Servers are processes of their own; the dispatcher and the visitors are in this process. Balances nothing itself and
 * prints nothing. Threads: an experiment runs in the caller's thread; any thread may close it.
 */
@NullMarked
package io.evenkeel.lab.experiment;

import org.jspecify.annotations.NullMarked;
