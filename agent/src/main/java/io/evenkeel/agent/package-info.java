// SPDX-License-Identifier: Apache-2.0
/**
 * The node monitoring agent: it reads how an app server is and says so.
 *
 * <p>One jar for javax and jakarta, Java 11, nothing but {@code wire} beside it. Whatever goes wrong in here, no request of the
 * application may notice.
 */
@NullMarked
package io.evenkeel.agent;

import org.jspecify.annotations.NullMarked;
