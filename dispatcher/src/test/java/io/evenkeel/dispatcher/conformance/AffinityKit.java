// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import java.time.Duration;

/** Rules of affinity. */
final class AffinityKit {

    /** The dispatcher's own cookie. */
    static final AffinitySettings COOKIE =
            new AffinitySettings(Mode.COOKIE, false, "JSESSIONID", OwnCookie.DEFAULTS, 1000, Duration.ofMinutes(30));

    private AffinityKit() {}
}
