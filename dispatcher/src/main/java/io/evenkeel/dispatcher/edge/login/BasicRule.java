// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import com.password4j.BcryptFunction;
import io.evenkeel.config.listener.Argon2Hash;
import io.evenkeel.config.listener.BasicSettings;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.admission.ClientNetwork;
import io.evenkeel.dispatcher.admission.rate.ForwardedClient;
import io.evenkeel.dispatcher.admission.rate.TokenBuckets;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Users with passwords (RFC 7617). A password that was not seen before is checked on a thread of its own and takes one
 * of the few tries that its client has: {@value #BURST} at once, and ten a minute after that. Checks by Argon2 take
 * megabytes, so there is one at a time in the process, and the others wait. A name without a user is checked against a
 * hash of the file, too ({@link DummyHashes}). Any thread.
 */
public final class BasicRule implements LoginRule {

    /** Seconds after which a client that has tried too often may try once more. */
    public static final int TRY_S = 6;

    static final int BURST = 20;

    /** Time after the check of a password for which its use keeps it known. */
    static final long KNOWN_NS = TimeUnit.HOURS.toNanos(1);

    private static final long TRY_NS = TimeUnit.SECONDS.toNanos(TRY_S);
    private static final int CLIENTS = 8192;
    private static final int LONGEST = 1024;
    private static final byte[] SCHEME = Octets.ascii("basic ");

    private final BasicSettings settings;
    private final Predicate<InetAddress> trusted;
    private final Executor threads;
    private final Executor alone;
    private final DummyHashes dummies;
    private final ProvedBefore proved = new ProvedBefore(KNOWN_NS);
    private final TokenBuckets tries = new TokenBuckets(CLIENTS);

    /**
     * A rule whose passwords are checked on threads of their own.
     *
     * @param trusted tells the addresses of trusted proxies
     */
    public BasicRule(BasicSettings settings, Predicate<InetAddress> trusted) {
        this(settings, trusted, CheckThreads.PASSWORDS, CheckThreads.ARGON2_PASSWORDS);
    }

    /** @param alone carries out one check at a time, those that take much memory */
    BasicRule(BasicSettings settings, Predicate<InetAddress> trusted, Executor threads, Executor alone) {
        this.settings = settings;
        this.trusted = trusted;
        this.threads = threads;
        this.alone = alone;
        dummies = new DummyHashes(settings.users().values());
    }

    @Override
    public String question() {
        String realm = settings.realm().replace("\\", "\\\\").replace("\"", "\\\"");
        return "Basic realm=\"" + realm + "\", charset=\"UTF-8\"";
    }

    @Override
    public LoginAnswer ask(RequestHead head, Origin origin, long nowNs, Consumer<LoginAnswer> later) {
        String proof = AuthorizationField.of(head, SCHEME, LONGEST);
        if (proof == null) {
            return LoginAnswer.REFUSED;
        }
        ByteBuffer name = proved.name(proof);
        LoginAnswer before = proved.find(name, nowNs);
        if (before != null) {
            return before;
        }
        String pair = pair(proof);
        int colon = pair == null ? -1 : pair.indexOf(':');
        if (pair == null || colon < 0) {
            return LoginAnswer.REFUSED;
        }
        if (tries.take(client(ForwardedClient.of(head, origin, trusted)), TRY_NS, BURST, nowNs) != 0) {
            return LoginAnswer.TOO_OFTEN;
        }
        String user = pair.substring(0, colon);
        String password = pair.substring(colon + 1);
        String dummy = dummies.of(user);
        String own = settings.users().get(user);
        String hash = own == null ? dummy : own;
        Argon2Hash argon2 = Argon2Hash.of(hash);
        try {
            Executor executor = argon2 == null ? threads : alone;
            executor.execute(CheckThreads.answering(
                    () -> {
                        boolean right = argon2 == null ? matches(password, hash) : matches(password, argon2);
                        return answer(right && own != null, name, nowNs);
                    },
                    later));
            return LoginAnswer.LATER;
        } catch (RejectedExecutionException e) {
            return LoginAnswer.BUSY;
        }
    }

    /** A number for an address of IPv4, or a /64 of IPv6, which is what one customer has. */
    private static long client(InetAddress client) {
        long key = ClientNetwork.of(client) * 0x9E3779B97F4A7C15L;
        return key ^ (key >>> 32);
    }

    private static @Nullable String pair(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private LoginAnswer answer(boolean right, ByteBuffer name, long nowNs) {
        if (!right) {
            return LoginAnswer.REFUSED;
        }
        proved.add(name, LoginAnswer.ADMITTED, nowNs, Long.MAX_VALUE);
        return LoginAnswer.ADMITTED;
    }

    private static boolean matches(String password, String bcrypt) {
        try {
            return BcryptFunction.getInstanceFromHash(bcrypt).check(password, bcrypt);
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static boolean matches(String password, Argon2Hash hash) {
        try {
            return Argon2Check.matches(password, hash);
        } catch (RuntimeException e) {
            return false;
        }
    }
}
