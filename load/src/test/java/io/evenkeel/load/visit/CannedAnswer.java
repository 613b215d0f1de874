// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.net.ServerAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer made for a test.
 *
 * @param lines of its header, such as {@code Location: login}
 */
record CannedAnswer(int status, List<String> lines, String body) implements ServerAnswer {

    /** A page with these header lines. */
    static CannedAnswer page(String... lines) {
        return new CannedAnswer(200, List.of(lines), "");
    }

    @Override
    public @Nullable String field(String name) {
        return fields(name).stream().findFirst().orElse(null);
    }

    @Override
    public List<String> fields(String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name + ": "))
                .map(line -> line.substring(name.length() + 2))
                .toList();
    }

    @Override
    public long bodyLength() {
        return body.getBytes(StandardCharsets.UTF_8).length;
    }
}
