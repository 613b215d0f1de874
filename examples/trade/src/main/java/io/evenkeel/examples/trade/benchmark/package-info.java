// SPDX-License-Identifier: Apache-2.0
/**
 * The pages of published benchmarks, which {@code evenkeel load} visits with {@code --mix auction}, {@code shop} and
 * {@code surge}: an auction site on the database, a shop in the session, and files of any size.
 *
 * <p>Serves no customer of the market and changes none of its tables. Threads: the server's.
 */
@NullMarked
package io.evenkeel.examples.trade.benchmark;

import org.jspecify.annotations.NullMarked;
