// SPDX-License-Identifier: Apache-2.0
/**
 * The market: accounts, quotes, holdings and orders, and the operations on them over JDBC.
 *
 * <p>Knows no servlets and no HTML. Every operation takes one connection out of the server's pool and gives it back;
 * operations that change something are one transaction. All classes may be used by many threads at once.
 */
@NullMarked
package io.evenkeel.examples.trade.market;

import org.jspecify.annotations.NullMarked;
