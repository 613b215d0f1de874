// SPDX-License-Identifier: Apache-2.0
/**
 * Names, numbers and JSON as they lie in an array of octets.
 *
 * <p>Reads in place: nothing is copied, nothing allocated once an object stands, and nothing thrown, whatever the
 * octets are. It must not know what a sample is. The objects are reused by one thread at a time.
 */
@NullMarked
package io.evenkeel.wire.octets;

import org.jspecify.annotations.NullMarked;
