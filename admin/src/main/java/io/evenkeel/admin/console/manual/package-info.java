// SPDX-License-Identifier: Apache-2.0
/**
 * The documentation inside: the repository's own pages, as they were packed into the program, made into HTML. Knows nothing of requests, of
 * who is signed in, or of the dispatcher. Everything is immutable once made; any thread.
 */
@NullMarked
package io.evenkeel.admin.console.manual;

import org.jspecify.annotations.NullMarked;
