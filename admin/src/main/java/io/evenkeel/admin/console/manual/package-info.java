// SPDX-License-Identifier: Apache-2.0
/**
 * The documentation inside: the repository's own pages, as they were packed into the program, made into HTML, and the
 * console's pages that show them. Everything except those is immutable once made and knows no request; any thread.
 */
@NullMarked
package io.evenkeel.admin.console.manual;

import org.jspecify.annotations.NullMarked;
