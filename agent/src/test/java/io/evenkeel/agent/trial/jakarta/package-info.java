// SPDX-License-Identifier: Apache-2.0
/**
 * The application of the trials for servers with {@code jakarta.servlet}; that of the other namespace is made from it.
 */
@NullMarked
package io.evenkeel.agent.trial.jakarta;

import org.jspecify.annotations.NullMarked;
