// SPDX-License-Identifier: Apache-2.0
/** A service of Kubernetes with a thousand pods that change all the time, and what that costs a dispatcher. */
@NullMarked
package io.evenkeel.discovery.churn;

import org.jspecify.annotations.NullMarked;
