// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.evenkeel.wire.push.SealCheck.SealVerdict;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class SealTest {

    private static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BODY =
            "{\"kind\":\"stop\",\"id\":\"a1\",\"reason\":\"maintenance\"}".getBytes(StandardCharsets.US_ASCII);
    private static final String PATH = "/api/v1/push";
    private static final String NONCE = "00112233445566778899aabbccddeeff";
    private static final long NOW = 1_771_000_000_123L;
    private static final long WINDOW = 30_000;

    private final Seal seal = new Seal(SECRET);
    private final SealCheck check = new SealCheck(seal);

    /** The wanted digits are from Python's hmac. */
    @Test
    void sealIsThatOfOtherPrograms() {
        assertThat(seal.sign("POST", PATH, NOW, NONCE, BODY))
                .isEqualTo("4f95d651ef737d132861bbff5c40fc5cbfa5c03b9ac34ae85f4f65ef8e425e02");
    }

    @Test
    void sealedRequestIsTakenOnce() {
        assertThat(at(NOW, NONCE, NOW)).isEqualTo(SealVerdict.ACCEPTED);
        assertThat(at(NOW, NONCE, NOW)).isEqualTo(SealVerdict.REPLAYED);
        assertThat(at(NOW, NONCE, NOW + WINDOW)).isEqualTo(SealVerdict.REPLAYED);
        assertThat(at(NOW, "another-nonce-1234", NOW)).isEqualTo(SealVerdict.ACCEPTED);
    }

    @Test
    void nonceIsNotTakenAgainWithAnotherTime() {
        assertThat(at(NOW, NONCE, NOW)).isEqualTo(SealVerdict.ACCEPTED);
        assertThat(at(NOW + 1, NONCE, NOW)).isEqualTo(SealVerdict.REPLAYED);
    }

    @Test
    void windowIsOpenToBothSides() {
        assertThat(at(NOW - WINDOW, "nonce-00000000001", NOW)).isEqualTo(SealVerdict.ACCEPTED);
        assertThat(at(NOW + WINDOW, "nonce-00000000002", NOW)).isEqualTo(SealVerdict.ACCEPTED);
        assertThat(at(NOW - WINDOW - 1, "nonce-00000000003", NOW)).isEqualTo(SealVerdict.STALE);
        assertThat(at(NOW + WINDOW + 1, "nonce-00000000004", NOW)).isEqualTo(SealVerdict.STALE);
    }

    @Test
    void everyPartIsSealed() {
        String good = seal.sign("POST", PATH, NOW, NONCE, BODY);
        byte[] other = BODY.clone();
        other[3] ^= 1;

        assertThat(verdict("PUT", PATH, NOW, NONCE, good, BODY)).isEqualTo(SealVerdict.FORGED);
        assertThat(verdict("POST", PATH + "?x", NOW, NONCE, good, BODY)).isEqualTo(SealVerdict.FORGED);
        assertThat(verdict("POST", PATH, NOW + 1, NONCE, good, BODY)).isEqualTo(SealVerdict.FORGED);
        assertThat(verdict("POST", PATH, NOW, NONCE.replace('f', 'e'), good, BODY))
                .isEqualTo(SealVerdict.FORGED);
        assertThat(verdict("POST", PATH, NOW, NONCE, good, other)).isEqualTo(SealVerdict.FORGED);
        assertThat(verdict("POST", PATH, NOW, NONCE, good, new byte[0])).isEqualTo(SealVerdict.FORGED);
        assertThat(verdict("POST", PATH, NOW, NONCE, good, BODY)).isEqualTo(SealVerdict.ACCEPTED);
    }

    @Test
    void anotherSecretIsFoundOut() {
        byte[] secret = SECRET.clone();
        secret[0] ^= 1;
        String forged = new Seal(secret).sign("POST", PATH, NOW, NONCE, BODY);

        assertThat(verdict("POST", PATH, NOW, NONCE, forged, BODY)).isEqualTo(SealVerdict.FORGED);
        assertThat(at(NOW, NONCE, NOW)).as("a forged one uses no nonce up").isEqualTo(SealVerdict.ACCEPTED);
    }

    @Test
    void whatIsMissingOrMisshapenIsMalformed() {
        String good = seal.sign("POST", PATH, NOW, NONCE, BODY);
        String time = Long.toString(NOW);

        assertThat(check.check("POST", PATH, null, NONCE, good, BODY, NOW)).isEqualTo(SealVerdict.MALFORMED);
        assertThat(check.check("POST", PATH, time, null, good, BODY, NOW)).isEqualTo(SealVerdict.MALFORMED);
        assertThat(check.check("POST", PATH, time, NONCE, null, BODY, NOW)).isEqualTo(SealVerdict.MALFORMED);
        assertThat(check.check("POST", PATH, "-1", NONCE, good, BODY, NOW)).isEqualTo(SealVerdict.MALFORMED);
        assertThat(check.check("POST", PATH, "9".repeat(16), NONCE, good, BODY, NOW))
                .isEqualTo(SealVerdict.MALFORMED);
        assertThat(check.check("POST", PATH, time, "short", good, BODY, NOW)).isEqualTo(SealVerdict.MALFORMED);
        assertThat(check.check("POST", PATH, time, NONCE + "\n", good, BODY, NOW))
                .isEqualTo(SealVerdict.MALFORMED);
        assertThat(check.check("POST", PATH, time, NONCE, good.substring(1), BODY, NOW))
                .isEqualTo(SealVerdict.MALFORMED);
        assertThat(check.check("POST\n/x", PATH, time, NONCE, good, BODY, NOW)).isEqualTo(SealVerdict.MALFORMED);
    }

    @Test
    void fullMemoryRefusesRatherThanForgets() {
        SealCheck small = new SealCheck(seal, WINDOW, 2);
        assertThat(small(small, NOW, "nonce-00000000001", NOW)).isEqualTo(SealVerdict.ACCEPTED);
        assertThat(small(small, NOW, "nonce-00000000002", NOW)).isEqualTo(SealVerdict.ACCEPTED);

        assertThat(small(small, NOW, "nonce-00000000003", NOW)).isEqualTo(SealVerdict.FULL);
        assertThat(small(small, NOW, "nonce-00000000001", NOW)).isEqualTo(SealVerdict.REPLAYED);

        long later = NOW + 2 * WINDOW + 1;
        assertThat(small(small, later, "nonce-00000000003", later))
                .as("room again")
                .isEqualTo(SealVerdict.ACCEPTED);
    }

    @Test
    void clockThatJumpsAheadAndComesBackOpensNoDoor() {
        assertThat(at(NOW, NONCE, NOW)).isEqualTo(SealVerdict.ACCEPTED);
        long ahead = NOW + 3_600_000;
        assertThat(at(ahead, "nonce-00000000001", ahead)).isEqualTo(SealVerdict.ACCEPTED);

        assertThat(at(NOW, NONCE, NOW + 1)).as("the replay").isEqualTo(SealVerdict.STALE);
        assertThat(at(NOW + 1, "nonce-00000000002", NOW + 1))
                .as("what is newer")
                .isEqualTo(SealVerdict.ACCEPTED);
    }

    @Test
    void agentWhoseClockIsAheadShutsNobodyElseOut() {
        assertThat(at(NOW + WINDOW, NONCE, NOW)).isEqualTo(SealVerdict.ACCEPTED);
        long later = NOW + WINDOW + 1;

        assertThat(at(NOW + WINDOW, "nonce-00000000001", later)).isEqualTo(SealVerdict.ACCEPTED);
        assertThat(at(NOW + WINDOW, NONCE, NOW + 2 * WINDOW)).isEqualTo(SealVerdict.REPLAYED);
    }

    @Test
    void noncesAreOfTheRightShapeAndDiffer() {
        SecureRandom random = new SecureRandom();
        String nonce = Seal.nonce(random);

        assertThat(nonce).matches("[0-9a-f]{32}").isNotEqualTo(Seal.nonce(random));
    }

    @Test
    void shortSecretsAndLineFeedsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Seal(new byte[15]))
                .withMessageContaining("openssl rand -hex 32");
        assertThatIllegalArgumentException().isThrownBy(() -> seal.sign("POST", "/a\nb", NOW, NONCE, BODY));
        assertThatIllegalArgumentException().isThrownBy(() -> new SealCheck(seal, 0, 1));
    }

    private SealVerdict at(long time, String nonce, long now) {
        return small(check, time, nonce, now);
    }

    private SealVerdict small(SealCheck with, long time, String nonce, long now) {
        String sealed = seal.sign("POST", PATH, time, nonce, BODY);
        return with.check("POST", PATH, Long.toString(time), nonce, sealed, BODY, now);
    }

    private SealVerdict verdict(String method, String path, long time, String nonce, String sealed, byte[] body) {
        return check.check(method, path, Long.toString(time), nonce, sealed, body, NOW);
    }
}
