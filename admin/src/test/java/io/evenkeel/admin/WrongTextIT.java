// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import java.util.ArrayList;
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

/** Texts that are wrong everywhere, in the console. */
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

    /** Each is looked at or refused; none of them takes memory while it waits. */
    @Test
    void checksOneTextAtATime() throws Exception {
        Map<String, String> fields = form(EDITOR, "text", "# " + "x".repeat(3_800_000) + "\n" + text);
        fields.put("do", "check");
        ExecutorService clients = Executors.newFixedThreadPool(8);
        try {
            Callable<Answer> sends = () -> browser.post(EDITOR, fields, ann);
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> each :
                    clients.invokeAll(IntStream.range(0, 8).mapToObj(i -> sends).toList())) {
                answers.add(each.get());
            }

            assertThat(answers).extracting(Answer::status).contains(200).isSubsetOf(200, 503);
            assertThat(answers).filteredOn(each -> each.status() == 503).allSatisfy(each -> {
                assertThat(each.body()).contains("another configuration is being checked", "Try again");
                assertThat(each.head()).contains("Retry-After: 5");
            });
        } finally {
            clients.shutdownNow();
        }
        assertThat(send(EDITOR, "check", form(EDITOR)).body())
                .as("the turn is free again")
                .contains("No problems.");
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
