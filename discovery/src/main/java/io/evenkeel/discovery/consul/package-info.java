// SPDX-License-Identifier: Apache-2.0
/**
 * The healthy instances of a service of Consul, by blocking queries of its HTTP API. Threads: those of Java's HTTP
 * client.
 */
@NullMarked
package io.evenkeel.discovery.consul;

import org.jspecify.annotations.NullMarked;
