// SPDX-License-Identifier: Apache-2.0
/**
 * Changes of the configuration file from outside: read, check, write, and what was there before.
 *
 * <p>Knows text and files; whether a text can be put in force is the dispatcher's to say. Any thread but an event loop; changes are
 * made one at a time.
 */
@NullMarked
package io.evenkeel.dispatcher.edit;

import org.jspecify.annotations.NullMarked;
