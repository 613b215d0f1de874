// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.translate.source.MalformedFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samples with damage: whatever is in a file, it is translated or refused with its line. */
final class MutationsTest {

    private static final int TRIES = 150;
    private static final String SIGNS = "\"'\\{};#=<>/:*$()[]|%, \n\t0aZ.-";

    @TempDir
    private Path folder;

    static List<Path> samples() throws Exception {
        return SamplesTest.samples();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void noDamageIsAnInternalError(Path sample) throws Exception {
        String text = Files.readString(sample);
        Peer peer = Peer.valueOf(
                String.valueOf(sample.getName(sample.getNameCount() - 2)).toUpperCase(Locale.ROOT));
        Random random = new Random(Long.getLong("seed", 1));
        for (int i = 0; i < TRIES; i++) {
            String damaged = damaged(text, random);
            Path file = Files.writeString(folder.resolve("damaged.conf"), damaged);

            assertThatCode(() -> translate(file, peer))
                    .as("try %d of %s:%n%s", i, sample, damaged)
                    .doesNotThrowAnyException();
        }
    }

    private static void translate(Path file, Peer peer) {
        try {
            SettingsFile.of(Translator.translate(file, peer).text(), "evenkeel.yaml")
                    .load();
        } catch (MalformedFileException | SettingsException e) {
            // refused, or with a value of the damage in it that our grammar refuses
        }
    }

    private static String damaged(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(damaged.length());
            int end = Math.min(damaged.length(), at + 1 + random.nextInt(12));
            switch (random.nextInt(4)) {
                case 0 -> damaged.delete(at, end);
                case 1 -> damaged.insert(at, SIGNS.charAt(random.nextInt(SIGNS.length())));
                case 2 -> damaged.insert(random.nextInt(damaged.length()), damaged.substring(at, end));
                default -> damaged.setCharAt(at, SIGNS.charAt(random.nextInt(SIGNS.length())));
            }
        }
        return damaged.toString();
    }
}
