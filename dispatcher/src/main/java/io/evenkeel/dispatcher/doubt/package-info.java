// SPDX-License-Identifier: Apache-2.0
/**
 * Evidence of a node's health in its traffic: rows of failures beside those of its peers, and signs of life.
 *
 * <p>Keeps figures and answers questions; the callers decide which node is taken out, and for how long. Knows no node,
 * no cluster and no clock: time comes in as an argument. Threads: see the classes.
 */
@NullMarked
package io.evenkeel.dispatcher.doubt;

import org.jspecify.annotations.NullMarked;
