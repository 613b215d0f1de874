// SPDX-License-Identifier: Apache-2.0
/**
 * The dispatcher's own answers as octets of HTTP/1.1: error pages, redirects, answers to OPTIONS and to challenges.
 *
 * <p>Knows no client and no channel: the caller sends what it gets. Any thread.
 */
@NullMarked
package io.evenkeel.dispatcher.http.page;

import org.jspecify.annotations.NullMarked;
