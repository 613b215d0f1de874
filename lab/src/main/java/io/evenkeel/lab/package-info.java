// SPDX-License-Identifier: Apache-2.0
/** COMPARE: load generators, real servers and experiments; the packages below say what is there. */
@NullMarked
package io.evenkeel.lab;

import org.jspecify.annotations.NullMarked;
