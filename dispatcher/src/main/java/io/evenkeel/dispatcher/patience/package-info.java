// SPDX-License-Identifier: Apache-2.0
/**
 * Who waits how long for what may never come: event loops for ever, because a task must end; every other thread for a while, so that a
 * policy or a loop that does not come back takes nobody with it. Knows no cluster and no channel. Any thread.
 */
@NullMarked
package io.evenkeel.dispatcher.patience;

import org.jspecify.annotations.NullMarked;
