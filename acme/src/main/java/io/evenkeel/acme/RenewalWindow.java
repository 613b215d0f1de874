// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time in which an authority would like a certificate to be renewed.
 *
 * @param again when to ask for it again; null when the authority does not say
 */
record RenewalWindow(Instant from, Instant to, @Nullable Instant again) {}
