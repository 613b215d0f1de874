// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The lines of {@code status} on servers that have registered. */
class ServerLinesTest {

    private static List<String> lines(String json) {
        return new ServerLines("apps", JsonMapper.shared().readTree(json)).lines();
    }

    @Test
    void serverHasALineWithItsApplications() {
        assertThat(lines("""
                [{"node": "w1", "url": "http://127.0.0.1:8080", "load": 99, "heardMs": 3000, "contexts":
                  [{"path": "/shop", "state": "enabled"}, {"path": "/forum", "state": "disabled"}]},
                 {"node": "w2", "url": "http://127.0.0.1:8180", "heardMs": 500, "contexts": []}]
                """))
                .containsExactly(
                        "apps/w1: http://127.0.0.1:8080, load 99, heard of 3s ago: /shop enabled, /forum disabled",
                        "apps/w2: http://127.0.0.1:8180, load not told, heard of 0s ago: no application");
    }

    @Test
    void clusterWithoutServersSaysSo() {
        assertThat(lines("[]")).containsExactly("apps: no server has registered");
    }
}
