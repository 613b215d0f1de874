// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.port.Neighbours;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process and another one that takes over from it, at moments at which that one has written nothing yet. */
final class StateHoldIT {

    /** Longer than some looks of the process that is asked. */
    private static final long SOME_LOOKS_MS = 200;

    @TempDir
    private Path folder;

    private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
    private Path successor;
    private StateHold hold;

    @BeforeEach
    void take() throws IOException {
        Path state = Files.createDirectories(folder.resolve(".evenkeel"));
        successor = state.resolve("shop.successor");
        hold = new StateHold(folder.resolve("shop.yaml"), new Neighbours(), calls::add);
        hold.take();
    }

    @AfterEach
    void close() throws IOException {
        hold.close();
    }

    private void watch() {
        hold.watch(new StateHold.Predecessor() {
            @Override
            public void letGo(long successor) {
                calls.add("let go for " + successor);
            }

            @Override
            public void takeBack(long successor) {
                calls.add("take back from " + successor);
            }

            @Override
            public void end(long successor) {
                calls.add("end for " + successor);
            }
        });
    }

    private String next() throws InterruptedException {
        return Objects.requireNonNullElse(calls.poll(20, TimeUnit.SECONDS), "nothing for 20 s");
    }

    @Test
    void waitsUntilTheOtherHasSaidWhoItIs() throws Exception {
        takeOverIsOrderly();
    }

    @Test
    void ignoresWhatAnEarlierProcessLeft() throws Exception {
        Files.writeString(successor, "1234 ready\n");
        takeOverIsOrderly();
    }

    private void takeOverIsOrderly() throws Exception {
        try (HoldingProcess other = new HoldingProcess(successor)) {
            watch();
            assertThat(calls.poll(SOME_LOOKS_MS, TimeUnit.MILLISECONDS)).isNull();
            other.write("4711 asks");
            assertThat(next()).isEqualTo("let go for 4711");
            other.write("4711 ready");
            assertThat(next()).isEqualTo("end for 4711");
        }
    }

    @Test
    void touchesNothingAfterItsEnd() throws Exception {
        watch();
        hold.close();
        Path present = successor.resolveSibling("shop.pid");
        Files.delete(present);
        assertThat(calls.poll(SOME_LOOKS_MS, TimeUnit.MILLISECONDS)).isNull();
        assertThat(present).doesNotExist();
    }

    /** A folder in the place of the file stands for a disk that was full at the start. */
    @Test
    void saysThatAnotherProcessHasTakenWhatThisOneCouldNot() throws Exception {
        Path present = Files.createDirectories(folder.resolve("full/.evenkeel/shop.pid"));
        try (StateHold late = new StateHold(folder.resolve("full/shop.yaml"), new Neighbours(), calls::add)) {
            late.take();
            assertThat(next()).contains("no other process can take over");
            assertThat(late.isOthers()).isFalse();
            Files.delete(present);
            try (HoldingProcess other = new HoldingProcess(present)) {
                other.write("4711 2");

                assertThat(late.takeOwed()).isTrue();

                assertThat(next())
                        .isEqualTo("another process has taken the state of this configuration, which this one uses,"
                                + " too; stop one of them");
                assertThat(late.isOthers()).isTrue();
                assertThat(HeldFile.line(present)).as("is left alone").isEqualTo("4711 2");
            }
        }
    }

    @Test
    void goesOnWhenTheOtherDies() throws Exception {
        try (HoldingProcess other = new HoldingProcess(successor)) {
            other.write("4711 asks");
            watch();
            assertThat(next()).isEqualTo("let go for 4711");
            assertThat(hold.isOthers()).as("the other writes from now on").isTrue();
        }
        assertThat(next()).isEqualTo("take back from 4711");
        assertThat(hold.isOthers()).isFalse();
    }
}
