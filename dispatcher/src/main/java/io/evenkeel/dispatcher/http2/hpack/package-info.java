// SPDX-License-Identifier: Apache-2.0
/**
 * HPACK (RFC 7541): field blocks of HTTP/2 read to offsets in one array, and written without a dynamic table.
 *
 * <p>Knows no frame, no stream and no rule of HTTP; a decoder that has read a block says nothing of what the fields
 * mean. Nothing is allocated for a block once the arrays have grown.
 *
 * <p>Threads: an object belongs to one connection or one loop and is never shared; the tables of the standard are
 * immutable.
 */
@NullMarked
package io.evenkeel.dispatcher.http2.hpack;

import org.jspecify.annotations.NullMarked;
