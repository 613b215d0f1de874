// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Hashes of passwords: Argon2id with the least parameters that OWASP's Password Storage Cheat Sheet recommends, in
 * PHC's form.
 *
 * <p>One hash takes 19 MiB and some tens of milliseconds, so only one is made at a time, on a thread of its own, and at
 * most {@value #MOST_WAITING} more wait for that; for others {@link PasswordsBusyException} is thrown. Any thread,
 * which waits for its turn.
 */
final class Passwords {

    static final int LEAST_LENGTH = 10;
    static final int MOST_LENGTH = 256;
    static final int MOST_WAITING = 4;

    static final Cost RECOMMENDED = new Cost(19_456, 2, 1);

    private static final int OCTETS = 32;
    private static final int SALT_OCTETS = 16;
    private static final String PREFIX = "$argon2id$v=19$";
    private static final ThreadPoolExecutor ONE_AT_A_TIME = oneAtATime();

    /** The cost in force; only tests that are about something else lower it, and no setting does. */
    private static volatile Cost cost = RECOMMENDED;

    private Passwords() {}

    /** The parameters of Argon2id. */
    record Cost(int memoryKib, int rounds, int lanes) {

        private String prefix() {
            return PREFIX + "m=" + memoryKib + ",t=" + rounds + ",p=" + lanes + "$";
        }
    }

    /** Sets the cost of the hashes that this process makes from now on. */
    static void cost(Cost next) {
        cost = next;
    }

    private static ThreadPoolExecutor oneAtATime() {
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), task -> {
                    Thread thread = new Thread(task, "admin-passwords");
                    thread.setDaemon(true);
                    return thread;
                });
        one.allowCoreThreadTimeOut(true);
        return one;
    }

    static String hash(String password) {
        byte[] salt = Secrets.octets(SALT_OCTETS);
        Cost now = cost;
        return alone(() -> {
            byte[] digest = Argon2Function.getInstance(
                            now.memoryKib, now.rounds, now.lanes, OCTETS, Argon2.ID, Argon2Function.ARGON2_VERSION_13)
                    .hash(password.getBytes(StandardCharsets.UTF_8), salt)
                    .getBytes();
            Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
            return now.prefix() + base64.encodeToString(salt) + "$" + base64.encodeToString(digest);
        });
    }

    static boolean matches(String password, String hash) {
        return alone(() -> {
            try {
                return Argon2Function.getInstanceFromHash(hash).check(password, hash);
            } catch (IllegalArgumentException e) {
                return false;
            }
        });
    }

    /** Carries work out after the work that waits already. */
    static <T> T alone(Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, ONE_AT_A_TIME).join();
        } catch (RejectedExecutionException e) {
            throw new PasswordsBusyException();
        }
    }

    /** Takes as long as a check of a real one, so that the time does not tell the existing names. */
    static void pretend(String password) {
        matches(password, cost.prefix() + "AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    }

    static boolean isHash(String text) {
        return text.startsWith(PREFIX) && text.chars().filter(c -> c == '$').count() == 5;
    }

    /** True when the hash was made with other parameters than those of today. */
    static boolean isOutdated(String hash) {
        return !hash.startsWith(cost.prefix());
    }
}
