// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class TerminalOutputTest {

    private final LinkedBlockingQueue<String> written = new LinkedBlockingQueue<>();
    private final CountDownLatch free = new CountDownLatch(1);

    /** A place for lines that takes none before it is free. */
    private PrintWriter out() {
        return new PrintWriter(new Writer() {
            @Override
            public void write(char[] chars, int from, int length) {
                try {
                    free.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                written.add(new String(chars, from, length));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
    }

    private String next() throws InterruptedException {
        return String.valueOf(written.poll(20, TimeUnit.SECONDS));
    }

    @Test
    void aLineIsWrittenWhenItWasSaid() {
        free.countDown();

        new TerminalOutput(out(), Long.MAX_VALUE).say("stopped");

        assertThat(String.join("", written)).isEqualTo("evenkeel: stopped" + System.lineSeparator());
    }

    @Test
    void linesThatAreStuckHoldNobodyUpAndAreWrittenLater() throws Exception {
        TerminalOutput terminal = new TerminalOutput(out(), 1);

        terminal.say("one");
        for (int more = 0; more < 5_000; more++) {
            terminal.say("more");
        }
        assertThat(written).isEmpty();

        free.countDown();

        assertThat(next() + next() + next()).isEqualTo("evenkeel: one" + System.lineSeparator() + "evenkeel: more");
    }
}
