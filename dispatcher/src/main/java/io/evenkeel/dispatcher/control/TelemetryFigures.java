// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.trace.ExemplarView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Figures about what is sent to a receiver of OpenTelemetry. Any thread. */
public interface TelemetryFigures {

    /** Figures of a dispatcher that sends nothing. */
    TelemetryFigures NONE = new TelemetryFigures() {
        @Override
        public @Nullable TelemetryView view() {
            return null;
        }

        @Override
        public List<ExemplarView> exemplars(String cluster) {
            return List.of();
        }
    };

    /** Counts of a receiver's spans and messages; null when there was none since the start. */
    @Nullable
    TelemetryView view();

    /** Recorded requests of a cluster as examples of how long requests take, the fastest first. */
    List<ExemplarView> exemplars(String cluster);
}
