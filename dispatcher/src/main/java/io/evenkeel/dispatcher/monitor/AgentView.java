// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge of a node from its samples, at one moment.
 *
 * @param reason the reason of the state, for people; null when there is nothing to say
 * @param ageMs since the sample in force was taken, or the last that was; -1 when there was none
 * @param source the way it came; null when there was none
 * @param sequence the number of that sample by its producer; 0 when it does not count
 * @param othersInFlight tasks in the node that are not of this dispatcher
 * @param figures the newest figure of each metric by its title, such as {@code OS_CPU_USED%}; those that load
 *     reports do not carry are of the last sample that was pulled or pushed
 * @param received samples that came, by the way they came
 * @param setAside samples that were not believed, by the reason
 * @param pullsFailed questions without a usable answer
 * @param pullMs time that the last question with an answer took; -1 when there was none
 */
public record AgentView(
        AgentState state,
        @Nullable String reason,
        long ageMs,
        @Nullable SampleSource source,
        long sequence,
        int othersInFlight,
        Map<String, Double> figures,
        Map<SampleSource, Long> received,
        Map<RejectReason, Long> setAside,
        long pullsFailed,
        long pullMs) {

    /** Of a node that was never heard of. */
    public static final AgentView NONE =
            new AgentView(AgentState.NONE, null, -1, null, 0, 0, Map.of(), Map.of(), Map.of(), 0, -1);

    public AgentView {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
        received = Collections.unmodifiableMap(new LinkedHashMap<>(received));
        setAside = Collections.unmodifiableMap(new LinkedHashMap<>(setAside));
    }
}
