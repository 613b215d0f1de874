// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Listeners and their routes in forms, over a dispatcher that runs with a file. */
class ListenerPagesIT extends FormConsole {

    private static final String LISTENER = LIST + "/listener";
    private static final String WEB = LISTENER + "?listener=web";

    @Override
    String text(int port) {
        return """
                # our doors
                listeners:
                  # everybody
                  - name: web
                    address: "127.0.0.1:0"   # any port
                    # the order counts
                    routes:
                      - {path: /bank, cluster: bank}   # money first
                      # the rest
                      - {cluster: shop}
                    trusted:
                      - 10.0.0.0/8   # ours
                      - 192.168.0.0/16
                  - {name: back, address: "127.0.0.1:0", cluster: shop}   # for us
                clusters:
                  shop: {nodes: ["127.0.0.1:%d"]}
                  bank: {nodes: ["127.0.0.1:%d"]}
                """.formatted(port, port);
    }

    private List<String> listeners() {
        return dispatcher.control().dispatcher().listeners().stream()
                .map(each -> each.name() + " " + each.protocol())
                .toList();
    }

    @Test
    void changesAnAddressAndWhatIsBelowIt() throws Exception {
        int before = dispatcher.port("back");

        carry(
                LISTENER + "?listener=back",
                "address",
                "localhost:0",
                "timeouts/idle",
                "7s",
                "limits/body",
                "2MB",
                "trusted",
                "::1\r\n");

        assertThat(file())
                .isEqualTo(
                        text.replace(
                                "- {name: back, address: \"127.0.0.1:0\", cluster: shop}",
                                "- {name: back, address: \"localhost:0\", cluster: shop, trusted: [\"::1\"], timeouts: {idle: 7s}, limits: {body: 2MB}}"));
        assertThat(ask("back", "/")).isEqualTo(200);
        assertThat(dispatcher.port("back")).isNotEqualTo(before);
        assertThat(browser.get("/console/audit", HTML, ann).body())
                .contains("listener changed", ">back<", "spring sale");
    }
}
