// SPDX-License-Identifier: Apache-2.0
/**
 * The way of a request before a thread may wait for anything: connections are counted, open pages are answered at once,
 * the rest is handed to the workers, and answers leave without a thread that waits for their readers. Knows no page.
 *
 * <p>Threads: those of the HTTP server, which never wait here; {@code admin-work-N}, which may; {@code admin-health}.
 */
@NullMarked
package io.evenkeel.admin.entrance;

import org.jspecify.annotations.NullMarked;
