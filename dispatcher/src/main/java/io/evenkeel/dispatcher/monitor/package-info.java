// SPDX-License-Identifier: Apache-2.0
/**
 * The monitoring service: samples of the nodes come in by three ways (asked for, with answers, unasked), and the newest
 * that can be believed becomes the node's columns.
 *
 * <p>A node whose agent falls silent is taken out, one whose agent says stop is drained, and what a node says of itself
 * never brings back one that fails its checks. Chooses nothing: that is the policy's business. Threads: pulls and
 * reports of answers are on event loops, pushes come from any thread; what is known of a node has one lock, held for
 * microseconds, and time comes in as an argument.
 */
@NullMarked
package io.evenkeel.dispatcher.monitor;

import org.jspecify.annotations.NullMarked;
