// SPDX-License-Identifier: Apache-2.0
/** Calls about the cache: figures, and orders to forget answers. Threads: the admin server's. */
@NullMarked
package io.evenkeel.admin.api.cache;

import org.jspecify.annotations.NullMarked;
