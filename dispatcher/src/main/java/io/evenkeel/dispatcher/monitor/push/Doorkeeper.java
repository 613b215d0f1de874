// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor.push;

import io.evenkeel.dispatcher.monitor.push.AgentDesk.Credentials;
import io.evenkeel.dispatcher.settings.cluster.AgentSettings;
import io.evenkeel.wire.push.Seal;
import io.evenkeel.wire.push.SealCheck;
import io.evenkeel.wire.push.SealCheck.Verdict;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a message comes from who knows the cluster's token or secret. Nonces outlive a reload. Any thread.
 */
final class Doorkeeper {

    /** Why a message is not taken, and the remedy. */
    record Refusal(String reason, String remedy) {}

    private static final String BEARER = "Bearer ";

    /** By secret, so that what was sealed for one cluster cannot be sent again after a reload or to another one of the same secret. */
    private final Map<String, SealCheck> checks = new ConcurrentHashMap<>();

    /** Null when the message may come in. */
    @Nullable
    Refusal refuse(AgentSettings settings, String method, String target, Credentials shown, byte[] body, long nowMs) {
        String secret = settings.secret();
        if (secret != null && shown.seal() != null) {
            SealCheck check = checks.computeIfAbsent(
                    secret, key -> new SealCheck(new Seal(key.getBytes(StandardCharsets.UTF_8))));
            Verdict verdict = check.check(method, target, shown.time(), shown.nonce(), shown.seal(), body, nowMs);
            return verdict == Verdict.ACCEPTED ? null : new Refusal(verdict.reason(), verdict.remedy());
        }
        String token = settings.token();
        String authorization = shown.authorization();
        if (token == null && secret == null) {
            return new Refusal(
                    "this cluster knows no token or secret, so nobody may push to it",
                    "give the cluster agent.token or agent.secret");
        }
        if (token != null && authorization != null && isBearer(authorization, token)) {
            return null;
        }
        return new Refusal(
                authorization == null ? "the message proves nothing" : "the token is wrong",
                token == null
                        ? "seal it with the secret of the cluster"
                        : "send Authorization: Bearer with the token of the cluster");
    }

    private static boolean isBearer(String authorization, String token) {
        return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && MessageDigest.isEqual(
                        authorization.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8),
                        token.getBytes(StandardCharsets.UTF_8));
    }
}
