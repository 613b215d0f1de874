// SPDX-License-Identifier: Apache-2.0
/** The application of the trials for servers with {@code javax.servlet}; it is that of the other namespace. */
@NullMarked
package io.evenkeel.agent.trial.javax;

import org.jspecify.annotations.NullMarked;
