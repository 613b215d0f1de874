// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Configuration texts with thousands of errors, in the console. */
class WrongTextIT extends FormConsole {

    private static final String EDITOR = LIST + "/file";
    private static final int LINES = 60_000;

    @Override
    String text(int port) {
        return """
                listeners:
                  - {name: web, address: "127.0.0.1:0", cluster: shop}
                clusters:
                  shop: {nodes: ["127.0.0.1:%d"]}
                """.formatted(port);
    }

    private static String unknownKeys() {
        return IntStream.rangeClosed(1, LINES).mapToObj(i -> "k" + i + ": 1\n").collect(Collectors.joining());
    }

    private static long count(String text, String word) {
        return Pattern.compile(word, Pattern.LITERAL).matcher(text).results().count();
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "preview", "apply"})
    void showsTheFirstHundredOfManyProblems(String step) throws Exception {
        String wrong = unknownKeys();

        Answer answer = send(EDITOR, step, form(EDITOR, "text", wrong));

        assertThat(count(answer.body(), "error: unknown key")).isEqualTo(100);
        assertThat(answer.body().contains("error: and 59902 more errors, not shown"))
                .isTrue();
        assertThat(answer.body().contains("unknown key 'k100'")).isTrue();
        assertThat(answer.body().contains("unknown key 'k101'")).isFalse();
        assertThat(answer.body().length()).isLessThan(wrong.length() + 100_000);
        assertThat(file()).isEqualTo(text);
    }

    /** As many as are read at a time, one of which waits for its turn; {@link SlowFormsIT} has one more. */
    @Test
    void checksTwoLongTextsThatComeTogether() throws Exception {
        Map<String, String> fields = form(EDITOR, "text", "# " + "x".repeat(3_000_000) + "\n" + text);
        fields.put("do", "check");
        ExecutorService clients = Executors.newFixedThreadPool(2);
        try {
            Callable<Answer> sends = () -> browser.post(EDITOR, fields, ann);
            for (Future<Answer> each : clients.invokeAll(List.of(sends, sends))) {
                assertThat(each.get().status()).isEqualTo(200);
                assertThat(each.get().body()).contains("No problems.");
            }
        } finally {
            clients.shutdownNow();
        }
    }

    @Test
    void shortensADifferenceThatNobodyReads() throws Exception {
        String longer =
                text + IntStream.range(0, 50_000).mapToObj(i -> "# " + i + "\n").collect(Collectors.joining());

        Answer answer = send(EDITOR, "preview", form(EDITOR, "text", longer));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(count(answer.body(), "data-kind=\"ADDED\"")).isLessThan(10_001);
        assertThat(answer.body().contains("not shown: 0 more lines that go and 40004 that come"))
                .isTrue();
    }
}
