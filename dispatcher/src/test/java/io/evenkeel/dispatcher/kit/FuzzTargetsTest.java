// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Inputs that a fuzzer begins with, and those that it once found, hold. */
class FuzzTargetsTest {

    static Stream<FuzzTargets.Target> targets() {
        return FuzzTargets.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void everyKnownInputHolds(FuzzTargets.Target target) throws IOException {
        assertThat(target.inputs()).hasSizeGreaterThan(5);
        for (Map.Entry<String, byte[]> input : target.inputs().entrySet()) {
            assertThatCode(() -> target.entry().accept(input.getValue()))
                    .as(input.getKey())
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void keptInputsBelongToTargets() throws IOException {
        Path kept = Path.of("src/test/resources/fuzz");
        try (Stream<Path> folders = Files.exists(kept) ? Files.list(kept) : Stream.empty()) {
            assertThat(folders.map(folder -> folder.getFileName().toString()))
                    .isSubsetOf(targets()
                            .map(target -> target.type().getSimpleName())
                            .toList());
        }
    }
}
