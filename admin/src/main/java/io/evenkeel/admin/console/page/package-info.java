// SPDX-License-Identifier: Apache-2.0
/** What all pages share: rendering, what is around them, addresses, static files, the session's cookie. */
@NullMarked
package io.evenkeel.admin.console.page;

import org.jspecify.annotations.NullMarked;
