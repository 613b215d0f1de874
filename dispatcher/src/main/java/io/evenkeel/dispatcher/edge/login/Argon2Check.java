// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import io.evenkeel.config.listener.Argon2Hash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Checks of passwords against hashes by Argon2. A check takes the memory that its hash says and keeps nothing of it;
 * password4j, which checks bcrypt, would keep as much for ever for each combination of parameters that it has met, and
 * copy it for each check. Any thread.
 */
final class Argon2Check {

    private Argon2Check() {}

    /**
     * True when the hash is that of the password.
     *
     * @throws RuntimeException for a hash with parameters that Argon2 does not allow
     */
    static boolean matches(String password, Argon2Hash hash) {
        int type = switch (hash.variant()) {
            case "i" -> Argon2Parameters.ARGON2_i;
            case "d" -> Argon2Parameters.ARGON2_d;
            default -> Argon2Parameters.ARGON2_id;
        };
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(type)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(hash.memoryKib())
                .withIterations(hash.passes())
                .withParallelism(hash.lanes())
                .withSalt(Base64.getDecoder().decode(hash.salt()))
                .build());
        byte[] wanted = Base64.getDecoder().decode(hash.digest());
        byte[] made = new byte[wanted.length];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), made);
        return MessageDigest.isEqual(wanted, made);
    }
}
