// SPDX-License-Identifier: Apache-2.0
/**
 * The agent's side of the push protocol (fifth paper, §2.3 and figure 4): register, send samples, say stop.
 *
 * <p>One daemon thread of the owner, which talks to one URL. It must not collect anything: what it sends is the
 * sampler's last sample. A dispatcher that cannot be reached costs only a try now and then.
 */
@NullMarked
package io.evenkeel.agent.push;

import org.jspecify.annotations.NullMarked;
