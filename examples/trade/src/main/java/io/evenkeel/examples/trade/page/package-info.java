// SPDX-License-Identifier: Apache-2.0
/**
 * A servlet for each page. A page is computed from one request and the database; servlets are shared by all threads of
 * the server and hold no state.
 */
@NullMarked
package io.evenkeel.examples.trade.page;

import org.jspecify.annotations.NullMarked;
