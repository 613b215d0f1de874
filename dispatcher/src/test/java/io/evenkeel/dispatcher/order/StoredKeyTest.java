// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The key of a dispatcher without one in its configuration, with a disk that may be full. */
class StoredKeyTest {

    private static final Path FILE = Path.of("shop.cluster.key");
    private static final long S = 1_000_000_000L;
    private static final String OTHER = "another key, which came from a backup";

    private final EventLog log = new EventLog();
    private @Nullable String disk;
    private boolean isFull;
    private boolean isMine = true;
    private int looks;
    private final StoredKey key = new StoredKey(FILE, this::place, () -> isMine, log.cluster());

    private String place(Supplier<String> make) throws IOException {
        looks++;
        if (disk == null) {
            if (isFull) {
                throw new IOException("No space left on device");
            }
            disk = make.get();
        }
        return disk;
    }

    private List<String> said() {
        return log.recent(10).stream().map(Event::message).toList();
    }

    @AfterEach
    void end() {
        log.close();
    }

    @Test
    void aKeyThatNobodyAsksForIsNotMade() {
        key.store(S);

        assertThat(looks).isZero();
        assertThat(said()).isEmpty();
    }

    @Test
    void aKeyIsMadeOnceAndThatIsSaid() {
        String first = key.text();
        key.store(S);

        assertThat(first).hasSize(64).isEqualTo(disk).isEqualTo(key.text());
        assertThat(looks).isEqualTo(1);
        assertThat(said())
                .singleElement()
                .asString()
                .contains("a cluster key is made, in " + FILE + ", which signs cookies of affinity; ");
    }

    @Test
    void theKeyOfTheLastRunIsUsedWithoutAWord() {
        disk = OTHER;

        assertThat(key.text()).isEqualTo(OTHER);
        assertThat(said()).isEmpty();
    }

    @Test
    void aKeyThatCouldNotBeStoredIsStoredWhenThereIsRoom() {
        isFull = true;
        String inForce = key.text();
        key.store(S);
        assertThat(disk).isNull();
        assertThat(said())
                .singleElement()
                .asString()
                .contains("No space left on device", "tried again every ten seconds", "'cluster-key'");

        isFull = false;
        key.store(10 * S);
        assertThat(disk).as("before ten seconds are over").isNull();
        key.store(11 * S);

        assertThat(disk).isEqualTo(inForce).isEqualTo(key.text());
        assertThat(said()).hasSize(2).contains("the cluster key is stored now, in " + FILE);
    }

    @Test
    void aKeyThatHasComeMeanwhileIsKeptForTheNextStart() {
        isFull = true;
        String inForce = key.text();

        disk = OTHER;
        key.store(S);
        key.store(20 * S);

        assertThat(disk).isEqualTo(OTHER);
        assertThat(key.text()).isEqualTo(inForce);
        assertThat(said()).hasSize(2).anyMatch(line -> line.startsWith(FILE + " has another cluster key"));
    }

    @Test
    void theFileOfAnotherProcessIsLeftAlone() {
        isFull = true;
        key.text();
        isFull = false;
        isMine = false;

        key.store(S);
        assertThat(disk).isNull();

        isMine = true;
        key.store(2 * S);
        assertThat(disk).isEqualTo(key.text());
    }
}
