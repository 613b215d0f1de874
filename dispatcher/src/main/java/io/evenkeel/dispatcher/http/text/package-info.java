// SPDX-License-Identifier: Apache-2.0
/**
 * The text of HTTP as octets: character classes, searches, and forms of a path or a value in which it is compared or
 * checked.
 *
 * <p>Works on arrays and offsets, allocates nothing for each request, and knows no head, setting or connection.
 * Threads: as the classes say.
 */
@NullMarked
package io.evenkeel.dispatcher.http.text;

import org.jspecify.annotations.NullMarked;
