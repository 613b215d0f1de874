// SPDX-License-Identifier: Apache-2.0
/** Real servers that register with a dispatcher by mod_cluster's protocol. */
@NullMarked
package io.evenkeel.lab.modcluster;

import org.jspecify.annotations.NullMarked;
