// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeersWordsTest {

    private static final String FILE = """
            version: 1
            ROOT
            listeners:
              - {name: web, address: "127.0.0.1:0", cluster: shop, LISTENER}
            clusters:
              shop:
                policy: POLICY
                nodes: [{name: a, address: "127.0.0.1:1", NODE}]
                CLUSTER
            """;

    private static String hint(String place, String text) {
        String file = FILE;
        for (String each : List.of("ROOT", "LISTENER", "POLICY", "NODE", "CLUSTER")) {
            String otherwise = each.equals("POLICY") ? "headroom" : "";
            file = file.replace(each, each.equals(place) ? text : otherwise);
        }
        List<Problem> errors = SettingsFile.of(file, "shop.yaml").check().stream()
                .filter(Problem::isError)
                .toList();
        assertThat(errors).as(file).hasSize(1);
        return String.valueOf(errors.get(0).hint());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POLICY | leastconn | did you mean 'least-connections' (HAProxy's leastconn)?",
                "POLICY | least_conn | did you mean 'least-connections' (nginx's least_conn)?",
                "POLICY | roundrobin | did you mean 'weighted-round-robin' (HAProxy's roundrobin, which heeds weights)?",
                "POLICY | ip_hash | did you mean 'source-hash' (nginx's ip_hash)?",
                "POLICY | source | did you mean 'source-hash' (HAProxy's source)?",
                "POLICY | sticky | sessions stay at their node by 'affinity' of the cluster, such as affinity: {mode: cookie}",
                "POLICY | least-conections | did you mean 'least-connections'?",
                "ROOT | backend: 1 | did you mean 'clusters'?",
                "ROOT | upstream: 1 | did you mean 'clusters'?",
                "ROOT | frontend: 1 | did you mean 'listeners'?",
                "ROOT | tls: 1 | 'tls' belongs to a listener (https for clients), to a cluster (https to its nodes) or to 'admin'",
                "ROOT | sticky: 1 | sessions stay at their node by 'affinity' of the cluster, such as affinity: {mode: cookie}",
                "LISTENER | backend: x | did you mean 'cluster'?",
                "LISTENER | bind: x | did you mean 'address'?",
                "LISTENER | maxconn: 9 | did you mean 'limits'?",
                "LISTENER | ssl: x | did you mean 'tls'?",
                "NODE | maxconn: 9 | did you mean 'max-in-flight'?",
                "NODE | tls: x | 'tls' belongs to a listener (https for clients), to a cluster (https to its nodes) or to 'admin'",
                "CLUSTER | server: x | did you mean 'nodes'?",
                "CLUSTER | balance: x | did you mean 'policy'?",
                "CLUSTER | sticky: x | did you mean 'affinity'?",
                "CLUSTER | ip_hash: x | did you mean 'affinity'?",
                "CLUSTER | health_check: x | did you mean 'health'?",
                "CLUSTER | helth: x | did you mean 'health'?"
            })
    void pointsAtOurWord(String place, String text, String hint) {
        assertThat(hint(place, text)).isEqualTo(hint);
    }
}
