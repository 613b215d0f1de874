// SPDX-License-Identifier: Apache-2.0
/**
 * The dispatcher's promises to its clients while nodes fail, under load.
 *
 * <p>Every request carries an identity and a body made from it; every answer must carry both back. Nodes keep count of
 * the POSTs they began to read, so that one delivered twice cannot hide. Loads are bounded in requests and in time.
 */
@NullMarked
package io.evenkeel.dispatcher.faults;

import org.jspecify.annotations.NullMarked;
