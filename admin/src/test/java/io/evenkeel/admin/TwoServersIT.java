// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.EventView;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two dispatchers with their admin servers in one process. */
class TwoServersIT {

    private static Dispatcher dispatcher(String cluster) throws Exception {
        return Dispatcher.start(SettingsFile.of("""
                        listeners: [{name: web, address: "127.0.0.1:0", cluster: %s}]
                        clusters: {%s: {nodes: [{name: n1, address: "127.0.0.1:9"}]}}
                        """.formatted(cluster, cluster), "test"));
    }

    private static AdminServer server(Dispatcher dispatcher) throws Exception {
        return AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), dispatcher.control(), null);
    }

    private static int drain(AdminServer server, String cluster) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.url().resolve("/api/v1/clusters/" + cluster + "/nodes/n1/drain"))
                                .header("Authorization", "Bearer sesame")
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private static List<String> told(Dispatcher dispatcher) {
        return dispatcher.control().events(200).stream()
                .filter(event -> event.area().equals("admin"))
                .map(EventView::text)
                .toList();
    }

    @Test
    void eachTellsItsOwnDispatcherOfChanges() throws Exception {
        try (Dispatcher shop = dispatcher("shop");
                Dispatcher bank = dispatcher("bank");
                AdminServer shopServer = server(shop);
                AdminServer bankServer = server(bank)) {
            assertThat(drain(shopServer, "shop")).isEqualTo(200);
            assertThat(drain(bankServer, "bank")).isEqualTo(200);

            assertThat(told(shop)).singleElement().asString().startsWith("shop/n1: drain by ");
            assertThat(told(bank)).singleElement().asString().startsWith("bank/n1: drain by ");
        }
    }
}
