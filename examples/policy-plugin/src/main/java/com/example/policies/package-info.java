// SPDX-License-Identifier: Apache-2.0
/**
 * A policy from outside the project, added to Evenkeel as a jar on the class path.
 *
 * <p>Depends on the policy SPI and on nothing else of Evenkeel. Threads: as the SPI says.
 */
@NullMarked
package com.example.policies;

import org.jspecify.annotations.NullMarked;
