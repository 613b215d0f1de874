// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenClientsTest {

    private static final class Client extends OpenClients.Member<Client> {
        private final String name;

        Client(String name) {
            this.name = name;
        }
    }

    private final OpenClients<Client> clients = new OpenClients<>();
    private final List<Client> added = new ArrayList<>();

    OpenClientsTest() {
        for (String name : List.of("first", "second", "third")) {
            Client client = new Client(name);
            added.add(client);
            clients.add(client);
        }
    }

    private String names() {
        List<String> names = new ArrayList<>();
        clients.forEach(client -> names.add(client.name));
        return String.join(" ", names);
    }

    @Test
    void hasTheNewestFirst() {
        assertThat(names()).isEqualTo("third second first");
    }

    @ParameterizedTest
    @CsvSource({"0, third second", "1, third first", "2, second first"})
    void oneThatGoesLeavesTheOthersAndMayComeBack(int index, String left) {
        Client gone = added.get(index);
        clients.remove(gone);
        assertThat(names()).isEqualTo(left);

        clients.add(gone);
        assertThat(names()).isEqualTo(gone.name + " " + left);
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "second", "third"})
    void reachesAllWhenOneGoesMeanwhile(String name) {
        List<String> reached = new ArrayList<>();
        clients.forEach(client -> {
            reached.add(client.name);
            if (client.name.equals(name)) {
                clients.remove(client);
            }
        });
        assertThat(reached).containsExactly("third", "second", "first");
        assertThat(names().split(" ")).hasSize(2).doesNotContain(name);
    }

    @Test
    void isEmptyOnceAllHaveGone() {
        clients.forEach(clients::remove);
        assertThat(names()).isEmpty();

        clients.add(added.get(1));
        assertThat(names()).isEqualTo("second");
    }
}
