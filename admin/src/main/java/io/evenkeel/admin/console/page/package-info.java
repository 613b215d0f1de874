// SPDX-License-Identifier: Apache-2.0
/** The common parts of all pages: rendering, the frame, addresses, static files, the session's cookie. */
@NullMarked
package io.evenkeel.admin.console.page;

import org.jspecify.annotations.NullMarked;
