// SPDX-License-Identifier: Apache-2.0
/**
 * The parts that listeners of every protocol share: the steps between accepting a client connection and its protocol,
 * and the list of open connections that is counted, drained and cut.
 *
 * <p>Knows no protocol of a client; the listener that uses it does. Threads: a connection belongs to its loop; counts
 * are read, and drains asked for, by any thread.
 */
@NullMarked
package io.evenkeel.dispatcher.listener;

import org.jspecify.annotations.NullMarked;
