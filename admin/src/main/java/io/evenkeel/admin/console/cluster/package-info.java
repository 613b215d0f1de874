// SPDX-License-Identifier: Apache-2.0
/** Overview, clusters and nodes. */
@NullMarked
package io.evenkeel.admin.console.cluster;

import org.jspecify.annotations.NullMarked;
