// SPDX-License-Identifier: Apache-2.0
/**
 * CERTIFY: gets certificates from an authority by ACME (RFC 8555) and renews them, with acme4j. One order at a time, on
 * a thread of its own, which waits for the authority so that nobody else does.
 *
 * <p>When and how often is decided in {@link io.evenkeel.acme.Renewals}, which knows neither thread nor network.
 */
@NullMarked
package io.evenkeel.acme;

import org.jspecify.annotations.NullMarked;
