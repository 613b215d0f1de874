// SPDX-License-Identifier: Apache-2.0
/**
 * Measurements of the dispatcher: counters and histograms, written by event loops without contention and read by any
 * thread.
 *
 * <p>Names are those of paper 1, table 2: WT1 is the time to select a node (queueing included), WT2 the time to get a
 * connection to it, PT the processing time of the node, slowdown (WT1 + WT2 + PT) / PT.
 */
@NullMarked
package io.evenkeel.dispatcher.metrics;

import org.jspecify.annotations.NullMarked;
