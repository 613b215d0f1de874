// SPDX-License-Identifier: Apache-2.0
/**
 * The ready endpoints of a service of Kubernetes, by a watch of its EndpointSlices through fabric8's client. Threads:
 * those of the client.
 */
@NullMarked
package io.evenkeel.discovery.kubernetes;

import org.jspecify.annotations.NullMarked;
