// SPDX-License-Identifier: Apache-2.0
/**
 * A closed-loop load: visitors who log in, read and trade on the sample application, each thinking between two answers.
 *
 * <p>A request is sent once and counted once, whatever becomes of it; nothing is tried again behind the reader's back. Each visitor has a
 * thread, a connection, cookies and a random sequence of its own; one seed gives the same operations in the same order. For
 * tens to a few hundred visitors; it does not look for the limits of a proxy.
 */
@NullMarked
package io.evenkeel.lab.load;

import org.jspecify.annotations.NullMarked;
