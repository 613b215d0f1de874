// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.rule;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Problems;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks how clients prove that they may come in, and the files that this needs. */
final class LoginCheck {

    private final Problems problems;
    private final FileGate gate;

    LoginCheck(Problems problems, FileGate gate) {
        this.problems = problems;
        this.gate = gate;
    }

    /** The reading of a file, which says in words why it cannot be used. */
    @FunctionalInterface
    private interface Reading {
        Object of(String path, FileGate gate) throws IOException;
    }

    /** @param parent the key that leads to the listener or route */
    void check(ParsedSection block, String parent) {
        if (block.gives("basic-auth") && block.gives("jwt")) {
            problems.error(
                    block.keyPlace("jwt"),
                    "a client can show either a password or a token, because both come in one field",
                    "leave out 'basic-auth' or 'jwt', or use two routes");
        }
        file(block.block("basic-auth"), "users", List.of(parent, "basic-auth", "users"), UserFile::read);
        file(block.block("jwt"), "keys", List.of(parent, "jwt", "keys"), KeyFile::read);
    }

    private void file(@Nullable ParsedSection block, String key, List<String> keys, Reading reading) {
        String path = block == null ? null : block.find(key, String.class);
        if (block == null || path == null) {
            return;
        }
        String why = gate.obstacle(keys, path, path);
        if (why != null) {
            problems.error(
                    block.placeOf(key),
                    "'" + key + "' may not be changed to this from the console: " + why,
                    FileGate.REMEDY);
            return;
        }
        try {
            reading.of(path, gate);
        } catch (IOException e) {
            problems.error(block.placeOf(key), key + " " + path + ": " + e.getMessage(), null);
        }
    }
}
