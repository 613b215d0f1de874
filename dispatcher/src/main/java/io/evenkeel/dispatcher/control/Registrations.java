// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The servers that register by mod_cluster's protocol, and their messages. Any thread. */
public interface Registrations {

    /** A dispatcher where none can register. */
    Registrations NONE = new Registrations() {

        @Override
        public @Nullable RegistrationView of(String cluster) {
            return null;
        }

        @Override
        public Map<String, Map<String, Long>> messages() {
            return Map.of();
        }
    };

    /** The servers of a cluster; null for one where none can register. */
    @Nullable
    RegistrationView of(String cluster);

    /** Messages since the start, by command and by outcome. */
    Map<String, Map<String, Long>> messages();
}
