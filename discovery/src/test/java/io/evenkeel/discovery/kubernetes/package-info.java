// SPDX-License-Identifier: Apache-2.0
/** The bounds of what a server of Kubernetes may tell. */
@NullMarked
package io.evenkeel.discovery.kubernetes;

import org.jspecify.annotations.NullMarked;
