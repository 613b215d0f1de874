// SPDX-License-Identifier: Apache-2.0
/**
 * The part of the processors that full TLS handshakes may have: what other work leaves, up to a limit.
 *
 * <p>Knows no octet of TLS and no socket; it is told what a client asks for, and what that has cost. Threads: any.
 */
@NullMarked
package io.evenkeel.dispatcher.admission.handshake;

import org.jspecify.annotations.NullMarked;
