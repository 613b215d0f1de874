// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/** The state that an administrator wants a node to have. */
public enum AdminState {
    READY,
    DRAIN,
    MAINT
}
