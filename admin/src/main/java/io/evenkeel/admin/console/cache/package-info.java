// SPDX-License-Identifier: Apache-2.0
/**
 * The page of the cache: its memory and what it did, questions about requests, and orders to forget answers. It shows
 * what the control interface says and decides nothing. Threads: the admin server's workers.
 */
@NullMarked
package io.evenkeel.admin.console.cache;

import org.jspecify.annotations.NullMarked;
