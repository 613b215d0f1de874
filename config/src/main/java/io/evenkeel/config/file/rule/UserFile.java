// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.rule;

import io.evenkeel.config.file.overload.OverloadPage;
import io.evenkeel.config.listener.Argon2Hash;
import io.evenkeel.config.yaml.FileGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A file of users and hashes of their passwords, a line {@code name:hash} each; {@code #} begins a comment. */
final class UserFile {

    private static final int MOST_ROUNDS = 14;
    /** The memory that OWASP's Password Storage Cheat Sheet recommends; a heap of 128 MB has room for it. */
    private static final int MOST_MEMORY_KIB = 19_456;

    private static final int MOST_PASSES = 16;
    private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$([0-9]{2})\\$[./A-Za-z0-9]{53}");

    private UserFile() {}

    /**
     * The users of a file that was read before.
     *
     * @throws UncheckedIOException when it has become unusable since
     */
    static Map<String, String> checked(String path, FileGate gate) {
        try {
            return read(path, gate);
        } catch (IOException e) {
            throw new UncheckedIOException("users " + path + ": " + e.getMessage(), e);
        }
    }

    /**
     * The hashes by user.
     *
     * @throws IOException that says in words why it cannot be used, and no hash
     */
    static Map<String, String> read(String path, FileGate gate) throws IOException {
        Map<String, String> users = new LinkedHashMap<>();
        int number = 0;
        for (String line : OverloadPage.read(path, gate).split("\r\n|\n", -1)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("line " + number + " is not name:hash");
            }
            String hash = line.substring(colon + 1).strip();
            String why = obstacle(hash);
            if (why != null) {
                throw new IOException("line " + number + ": " + why);
            }
            if (users.putIfAbsent(line.substring(0, colon), hash) != null) {
                throw new IOException("line " + number + " names a user for the second time");
            }
        }
        if (users.isEmpty()) {
            throw new IOException("it has no user");
        }
        return users;
    }

    private static @Nullable String obstacle(String hash) {
        Matcher bcrypt = BCRYPT.matcher(hash);
        if (bcrypt.matches()) {
            return Integer.parseInt(bcrypt.group(1)) > MOST_ROUNDS
                    ? "the hash costs too much to check; use a cost of " + MOST_ROUNDS + " at most"
                    : null;
        }
        Argon2Hash argon2 = Argon2Hash.of(hash);
        if (argon2 == null) {
            return "the hash is neither bcrypt (htpasswd -B) nor Argon2";
        }
        if (argon2.memoryKib() > MOST_MEMORY_KIB) {
            return "a check of the hash takes " + argon2.memoryKib() + " KiB of memory; make one with "
                    + MOST_MEMORY_KIB + " KiB at most (argon2 SALT -id -k " + MOST_MEMORY_KIB + " -t 2 -p 1 -e)";
        }
        return argon2.passes() > MOST_PASSES
                ? "the hash costs too much to check; use " + MOST_PASSES + " passes at most"
                : null;
    }
}
