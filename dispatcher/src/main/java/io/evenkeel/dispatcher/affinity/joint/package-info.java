// SPDX-License-Identifier: Apache-2.0
/**
 * Learned sessions that joined dispatchers tell each other: a table that all of them have, in the place of a store.
 * Knows no network. Threads: any.
 */
@NullMarked
package io.evenkeel.dispatcher.affinity.joint;

import org.jspecify.annotations.NullMarked;
