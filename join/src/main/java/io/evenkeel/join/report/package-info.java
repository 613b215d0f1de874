// SPDX-License-Identifier: Apache-2.0
/**
 * The message that joined dispatchers send each other, and its form in octets: fields with a number and a length, so
 * that a reader skips what it does not know. Decides nothing. Threads: any; nothing here has a state.
 */
@NullMarked
package io.evenkeel.join.report;

import org.jspecify.annotations.NullMarked;
