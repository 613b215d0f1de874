// SPDX-License-Identifier: Apache-2.0
/**
 * What the pages stand on: the application's life in a server, templates, sign-on, and the answer that tells which node gave it.
 *
 * <p>Knows no page. Nothing but the session's list of quotes lives in the node, so the application works on several nodes with or without
 * affinity. Everything here is shared by all threads of the server.
 */
@NullMarked
package io.evenkeel.examples.trade.web;

import org.jspecify.annotations.NullMarked;
