// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/** What an administrator wants of a node. */
public enum AdminState {
    READY,
    DRAIN,
    MAINT
}
