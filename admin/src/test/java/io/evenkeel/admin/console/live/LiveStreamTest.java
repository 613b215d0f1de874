// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One tab, on a connection that fails. */
final class LiveStreamTest {

    private int failures;

    private final HttpServletResponse response = made(HttpServletResponse.class, (proxy, method, given) -> {
        throw new OutOfMemoryError("a fault");
    });

    private final Context context = made(Context.class, (proxy, method, given) -> switch (method.getName()) {
        case "res" -> response;
        default -> throw new AssertionError(method);
    });

    private final LiveStream stream =
            new LiveStream(new SseClient(context), "session", "overview", snapshot -> Map.of());

    private static <T> T made(Class<T> type, InvocationHandler calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
    }

    /** Does the work at once, and survives it, as a pool does. */
    private void execute(Runnable work) {
        try {
            work.run();
        } catch (OutOfMemoryError e) {
            failures++;
        }
    }

    @Test
    void oneThatFailedIsWrittenToAgainAndNeedsEverything() {
        assertThat(stream.write(this::execute, "cells", "{}")).isTrue();
        assertThat(failures).isEqualTo(1);
        assertThat(stream.isFresh()).isTrue();
        assertThat(stream.write(this::execute, "cells", "{}"))
                .as("not left out")
                .isTrue();
        assertThat(failures).isEqualTo(2);
    }
}
