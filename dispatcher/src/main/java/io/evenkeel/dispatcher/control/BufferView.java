// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/**
 * The memory outside the heap in which the data plane reads and writes, which the JVM's own figures leave out; octets.
 *
 * @param pooled octets that the pools of buffers hold, lent or free
 * @param reserved octets that were taken from the system for all buffers; -1 when it is not counted
 * @param most the limit of {@code reserved}
 */
public record BufferView(long pooled, long reserved, long most) {}
