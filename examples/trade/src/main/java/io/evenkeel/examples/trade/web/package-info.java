// SPDX-License-Identifier: Apache-2.0
/**
 * The base of the pages: the application's life in a server, templates, sign-on, and the field of an answer that names
 * the node.
 *
 * <p>Knows no page. Only the session's list of quotes lives in the node, so the application works on several nodes with
 * or without affinity. Everything here is shared by all threads of the server.
 */
@NullMarked
package io.evenkeel.examples.trade.web;

import org.jspecify.annotations.NullMarked;
