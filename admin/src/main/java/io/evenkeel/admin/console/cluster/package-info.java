// SPDX-License-Identifier: Apache-2.0
/**
 * The pages of overview, clusters and nodes, their live streams, and the changes that operators make on a node.
 * Threads: those of the admin server.
 */
@NullMarked
package io.evenkeel.admin.console.cluster;

import org.jspecify.annotations.NullMarked;
