// SPDX-License-Identifier: Apache-2.0
/**
 * Live pages: one stream of server-sent events for each open tab, fed once a second.
 *
 * <p>Threads: one that reads and encodes, and as many as there are streams, at most, that write; a browser that reads
 * slowly misses readings and holds up nobody.
 */
@NullMarked
package io.evenkeel.admin.console.live;

import org.jspecify.annotations.NullMarked;
