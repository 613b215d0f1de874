// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/**
 * Something that happened, as the event log has it.
 *
 * @param atMs wall clock, milliseconds since 1970
 * @param level {@code info}, {@code warn} or {@code error}
 * @param area of the dispatcher, such as {@code node} or {@code reload}
 * @param text one line; it may have names of nodes, which may hold anything
 */
public record EventView(long atMs, String level, String area, String text) {}
