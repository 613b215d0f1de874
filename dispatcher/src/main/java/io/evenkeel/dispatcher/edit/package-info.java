// SPDX-License-Identifier: Apache-2.0
/**
 * Changes of the configuration file from outside: read, check, write, and the texts that were replaced.
 *
 * <p>Knows text and files; the dispatcher decides whether a text can be put in force. Any thread but an event loop;
 * changes are made one at a time.
 */
@NullMarked
package io.evenkeel.dispatcher.edit;

import org.jspecify.annotations.NullMarked;
