// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.evenkeel.config.cluster.ServiceRule;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.condition.PathPrefix;
import io.evenkeel.policy.Services;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a cluster that tell the service of a request, made ready to be compared with paths. Immutable. Nothing
 * is allocated to find a service; O(rules).
 */
record ServiceRules(List<Ready> rules) {

    /** A rule as octets. */
    static final class Ready {

        private final int number;
        private final byte @Nullable [] path;
        private final byte @Nullable [] suffix;

        Ready(ServiceRule rule, List<String> names) {
            number = Math.max(0, Services.number(rule.name(), names));
            path = rule.path() == null ? null : PathPrefix.compared(rule.path());
            suffix = rule.suffix() == null ? null : rule.suffix().getBytes(StandardCharsets.ISO_8859_1);
        }

        private boolean fits(RoutePath asked) {
            return (path == null || asked.isBelow(path)) && (suffix == null || asked.endsIn(suffix));
        }
    }

    /** Makes rules ready. */
    static ServiceRules of(List<ServiceRule> rules) {
        List<String> names = rules.stream().map(ServiceRule::name).toList();
        return new ServiceRules(
                rules.stream().map(rule -> new Ready(rule, names)).toList());
    }

    /** The number of the service of a path; 0 when no rule fits. */
    int find(RoutePath asked) {
        for (int i = 0; i < rules.size(); i++) {
            if (rules.get(i).fits(asked)) {
                return rules.get(i).number;
            }
        }
        return 0;
    }
}
