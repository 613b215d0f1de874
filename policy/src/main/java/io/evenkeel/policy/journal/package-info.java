// SPDX-License-Identifier: Apache-2.0
/** See the policy SPI. */
@NullMarked
package io.evenkeel.policy.journal;

import org.jspecify.annotations.NullMarked;
