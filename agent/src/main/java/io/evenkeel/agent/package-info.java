// SPDX-License-Identifier: Apache-2.0
/**
 * The node monitoring agent: it reads the state of an app server and reports it.
 *
 * <p>One jar for javax and jakarta, Java 11, only {@code wire} beside it. No failure in here may disturb a
 * request of the application. This package puts the parts together; {@code collect}, {@code settings} and {@code log}
 * are below the parts and know none of them.
 *
 * <h2>One agent for each JVM</h2>
 *
 * <p>Several web applications may carry the jar, each in a class loader of its own, and a {@code -javaagent} may be
 * there as well. Each calls {@link io.evenkeel.agent.Agent#start} and gets a user's handle, to be closed when it goes.
 * Exactly one class loader owns the port and samples; when its last user closes, the next one takes over. They meet in
 * one object, a {@code ConcurrentHashMap} that hangs in the MBean server (see
 * {@link io.evenkeel.agent.collect.SharedMap}) and holds classes of {@code java.base} alone. A {@code -javaagent} waits
 * with all of that until the server has created its MBean server:
 *
 * <ul>
 *   <li>{@code owner}: a fair {@code Semaphore} with one permit; its holder owns port and sampling;
 *   <li>{@code report}: an {@code AtomicReference<String>} with the newest load report, the value of the header
 *       {@code endpoint-load-metrics}. A newer report is another object;
 *   <li>{@code carried}: an {@code AtomicReference<String>} with the report that an answer has carried last;
 *   <li>{@code wantedNs}: an {@code AtomicLong}, the time when a filter last asked for a report; the owner samples
 *       every interval while one asks and once a second otherwise;
 *   <li>{@code sampler}: an {@code AtomicReference<Thread>}, the owner's sampling thread, to be unparked when a
 *       first report is wanted;
 *   <li>{@code requests.1}: an {@code AtomicLongArray} in which all applications count their requests
 *       ({@code agent.request} describes its layout), so that the owner sees them all;
 *   <li>{@code page}: an {@code AtomicReference<UnaryOperator<String>>} of the owner: {@code json}, {@code html} or
 *       {@code orca} in, the text out;
 *   <li>{@code draining}: an {@code AtomicBoolean} that the agent-check tells HAProxy.
 * </ul>
 *
 * <p>Threads, all daemons, only with the owner: {@code evenkeel-agent} (samples; with the others it waits for its
 * turn), {@code evenkeel-agent-port} (both ports) and {@code evenkeel-agent-push}.
 */
@NullMarked
package io.evenkeel.agent;

import org.jspecify.annotations.NullMarked;
