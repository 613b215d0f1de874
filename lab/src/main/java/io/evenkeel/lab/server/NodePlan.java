// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

/** A node to start: its name and its capacity. */
public record NodePlan(String name, Capacity capacity) {}
