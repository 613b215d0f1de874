// SPDX-License-Identifier: Apache-2.0
/**
 * The agent inside a web application: it counts the requests, lets an answer carry the load report now and then, and
 * shows the page.
 *
 * <p>One implementation for both namespaces of the servlet API; {@code jakarta} and {@code javax} below are the same
 * few adapters once for each. A request must not notice it: a failure in here is reported once and swallowed. Runs in
 * the server's threads, any number at a time.
 *
 * <p><b>The moment of the report.</b> An answer carries a report at most ten times a second in a JVM, and each report
 * once. The answer to take it is the first that ends when a report is due, because a report that is set when a request
 * begins gets old while the request is served. An answer that is committed by then, or goes on asynchronously, cannot
 * take it any more; the next request is then given the report when it begins. {@code in_flight} in it is counted at
 * that moment, over all applications of the JVM, and counts the request whose answer carries it.
 */
@NullMarked
package io.evenkeel.agent.servlet;

import org.jspecify.annotations.NullMarked;
