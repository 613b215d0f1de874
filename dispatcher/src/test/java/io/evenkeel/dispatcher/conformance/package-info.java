// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of the HTTP data plane against RFC 9110, RFC 9112 and this product's own promises, byte by byte over real
 * sockets.
 *
 * <p>Cases stand in tables; each is sent in one write and again one byte at a time. One dispatcher serves all cases of
 * a class, one after another, so that what one case leaves behind shows in the next.
 */
@NullMarked
package io.evenkeel.dispatcher.conformance;

import org.jspecify.annotations.NullMarked;
