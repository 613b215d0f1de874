// SPDX-License-Identifier: Apache-2.0
/**
 * The policies that look at what is asked for, one class each (paper 1, appendix A), and the parts that they share;
 * {@link io.evenkeel.policy.content.ContentPolicies} lists them.
 *
 * <p>Tables have a fixed number of places that are made once, so what clients ask for never takes more memory. The
 * rules of the SPI hold here as well: no clock, no lock, nothing allocated once made, one thread at a time.
 */
@NullMarked
package io.evenkeel.policy.content;

import org.jspecify.annotations.NullMarked;
