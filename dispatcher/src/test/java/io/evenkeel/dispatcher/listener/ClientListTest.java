// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.node.Node;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientListTest {

    private static final class Client extends OpenClient {
        private final String name;

        Client(String name) {
            this.name = name;
        }

        @Override
        public void drain() {}

        @Override
        public Connection connection() {
            throw new UnsupportedOperationException("the list asks no connection");
        }

        @Override
        public void leaveNode(Node node) {}

        @Override
        public String toString() {
            return name;
        }
    }

    private final ClientList clients = new ClientList();
    private final List<Client> added = new ArrayList<>();

    ClientListTest() {
        for (String name : List.of("first", "second", "third")) {
            Client client = new Client(name);
            added.add(client);
            clients.add(client);
        }
    }

    private String names() {
        List<String> names = new ArrayList<>();
        clients.forEach(client -> names.add(client.toString()));
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
        assertThat(clients.count()).isEqualTo(2);

        clients.add(gone);
        assertThat(names()).isEqualTo(gone.name + " " + left);
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "second", "third"})
    void reachesAllWhenOneGoesMeanwhile(String name) {
        List<String> reached = new ArrayList<>();
        clients.forEach(client -> {
            reached.add(client.toString());
            if (client.toString().equals(name)) {
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
        assertThat(clients.count()).isZero();

        clients.add(added.get(1));
        assertThat(names()).isEqualTo("second");
    }
}
