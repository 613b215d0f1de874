// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor.push;

import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.dispatcher.monitor.push.PushMessages.Credentials;
import io.evenkeel.dispatcher.monitor.push.PushMessages.PushProof;
import io.evenkeel.wire.push.Seal;
import io.evenkeel.wire.push.SealCheck;
import io.evenkeel.wire.push.SealCheck.SealVerdict;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the sender of a message knows the token or secret of a cluster. Nonces outlive a reload. Any thread.
 *
 * <p>Senders that know none get the same refusal for every cluster and for clusters that do not exist, so that
 * strangers learn no name.
 */
final class PushAuthenticator {

    /** The reason for which a message is refused, and the remedy. */
    record PushRefusal(String reason, String remedy) {}

    private static final String BEARER = "Bearer ";
    private static final String REMEDY =
            "send Authorization: Bearer with the agent.token of the cluster, or seal the message with its agent.secret";

    /**
     * Checks by secret, so that what was sealed for one cluster cannot be sent again after a reload, or to another
     * cluster with the same secret.
     */
    private final Map<String, SealCheck> checks = new ConcurrentHashMap<>();

    /** Answers for clusters without a secret as the others would. */
    private final SealCheck nobodys = new SealCheck(new Seal(random()));

    private static byte[] random() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        return random;
    }

    /** The proof in the head of a message to any of these clusters. */
    PushProof proof(Collection<AgentSettings> clusters, Credentials shown) {
        String authorization = shown.authorization();
        if (authorization != null && clusters.stream().anyMatch(each -> isBearer(authorization, each.token()))) {
            return PushProof.KNOWN;
        }
        boolean sealed = shown.seal() != null && clusters.stream().anyMatch(each -> each.secret() != null);
        return sealed ? PushProof.POSSIBLE : PushProof.NONE;
    }

    /** Null when the message may come in, because one of these clusters knows who sent it. */
    @Nullable
    PushRefusal refuse(
            Collection<AgentSettings> clusters,
            String method,
            String target,
            Credentials shown,
            byte[] body,
            long nowMs) {
        String authorization = shown.authorization();
        SealVerdict verdict = SealVerdict.MALFORMED;
        if (shown.seal() != null) {
            verdict = nobodys.check(method, target, shown.time(), shown.nonce(), shown.seal(), body, nowMs);
            Set<String> secrets = new HashSet<>();
            for (AgentSettings each : clusters) {
                String secret = each.secret();
                if (secret != null && secrets.add(secret)) {
                    SealVerdict of =
                            check(secret).check(method, target, shown.time(), shown.nonce(), shown.seal(), body, nowMs);
                    verdict = of == SealVerdict.FORGED ? verdict : of;
                }
            }
            if (verdict == SealVerdict.ACCEPTED) {
                return null;
            }
        }
        boolean sealed = shown.seal() != null && clusters.stream().anyMatch(each -> each.secret() != null);
        if (!sealed
                && authorization != null
                && clusters.stream().anyMatch(each -> isBearer(authorization, each.token()))) {
            return null;
        }
        if (shown.seal() != null) {
            return new PushRefusal(verdict.reason(), verdict.remedy());
        }
        return new PushRefusal(
                authorization == null ? "the message has neither a token nor a seal" : "the token is wrong", REMEDY);
    }

    private SealCheck check(String secret) {
        return checks.computeIfAbsent(secret, key -> new SealCheck(new Seal(key.getBytes(StandardCharsets.UTF_8))));
    }

    private static boolean isBearer(String authorization, @Nullable String token) {
        return token != null
                && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && MessageDigest.isEqual(
                        authorization.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8),
                        token.getBytes(StandardCharsets.UTF_8));
    }
}
