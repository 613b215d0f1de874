// SPDX-License-Identifier: Apache-2.0
/** Claims about the keys of session tickets: the same wherever they are derived, others for all else. */
@NullMarked
package io.evenkeel.dispatcher.engine.tls.ticket;

import org.jspecify.annotations.NullMarked;
