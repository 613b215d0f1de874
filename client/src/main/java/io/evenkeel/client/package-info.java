// SPDX-License-Identifier: Apache-2.0
/**
 * A library for programs that ask a dispatcher's broker for a node and then send their requests there by themselves, as
 * in paper 5. {@link io.evenkeel.client.BrokerClient} knows the node for the present quantum, {@link
 * io.evenkeel.client.BrokeredHttpClient} is a {@code java.net.http.HttpClient} that sends requests to it.
 *
 * <p>Needs Java 11 and nothing but {@code wire}. Threads: any; it has none of its own and uses those of the {@code
 * HttpClient} that it is given.
 */
@NullMarked
package io.evenkeel.client;

import org.jspecify.annotations.NullMarked;
