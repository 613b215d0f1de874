// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.JwtSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.edge.login.LoginRule.LoginAnswer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tokens, good ones and those of attackers, at a time that stands still. */
class JwtRuleTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_000_000);
    private static final RSAKey KEY = generated();
    private static final RSAKey OTHER = generated();

    private final List<LoginAnswer> later = new ArrayList<>();
    private int checks;
    private Instant now = NOW;
    private final JwtRule rule = new JwtRule(
            new JwtSettings(
                    new JWKSet(KEY.toPublicJWK()).toString(),
                    List.of("RS256"),
                    "issuer",
                    "shop",
                    Duration.ofSeconds(60),
                    Map.of("X-User", "sub")),
            check -> {
                checks++;
                check.run();
            },
            () -> now);

    private static RSAKey generated() {
        try {
            return new RSAKeyGenerator(2048).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RequestHead head(String... lines) {
        byte[] octets = ("GET / HTTP/1.1\r\nHost: a\r\n" + String.join("", lines) + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        RequestHead head = new RequestHead();
        assertThat(head.read(octets, 0, octets.length, RequestLimits.DEFAULTS)).isEqualTo(octets.length);
        return head;
    }

    private static Origin origin() {
        InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);
        return new Origin(here, new Origin.OwnAddress(ForwardSettings.DEFAULTS, here, false), false);
    }

    private LoginAnswer ask(String token) {
        LoginAnswer first = rule.ask(head("Authorization: Bearer " + token + "\r\n"), origin(), 0, later::add);
        return first.verdict() == LoginVerdict.LATER ? later.remove(0) : first;
    }

    private static JWTClaimsSet claims(UnaryOperator<JWTClaimsSet.Builder> change) {
        return change.apply(new JWTClaimsSet.Builder()
                        .issuer("issuer")
                        .audience("shop")
                        .subject("ann")
                        .expirationTime(Date.from(NOW.plusSeconds(600))))
                .build();
    }

    private static String signed(JWSAlgorithm algorithm, JWSSigner signer, JWTClaimsSet claims) throws JOSEException {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(algorithm).type(JOSEObjectType.JWT).build(), claims);
        token.sign(signer);
        return token.serialize();
    }

    private static String good(UnaryOperator<JWTClaimsSet.Builder> change) throws JOSEException {
        return signed(JWSAlgorithm.RS256, new RSASSASigner(KEY), claims(change));
    }

    @Test
    void aGoodTokenIsVerifiedOnceAndTellsItsClaim() throws Exception {
        String token = good(each -> each);

        LoginAnswer answer = ask(token);
        assertThat(answer.verdict()).isEqualTo(LoginVerdict.ADMITTED);
        assertThat(new String(answer.lines(), StandardCharsets.US_ASCII)).isEqualTo("X-User: ann\r\n");
        assertThat(ask(token).verdict()).isEqualTo(LoginVerdict.ADMITTED);
        assertThat(checks).isEqualTo(1);
    }

    @Test
    void aClaimCannotEndTheLine() throws Exception {
        LoginAnswer answer = ask(good(each -> each.subject("a\r\nX-Admin: 1\u00e9%")));

        assertThat(new String(answer.lines(), StandardCharsets.US_ASCII))
                .isEqualTo("X-User: a%0D%0AX-Admin: 1%C3%A9%25\r\n");
    }

    @Test
    void timesHaveASkew() throws Exception {
        assertThat(ask(good(each -> each.expirationTime(Date.from(NOW.minusSeconds(30)))))
                        .verdict())
                .isEqualTo(LoginVerdict.ADMITTED);
        assertThat(ask(good(each -> each.expirationTime(Date.from(NOW.minusSeconds(90)))))
                        .verdict())
                .isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(good(each -> each.notBeforeTime(Date.from(NOW.plusSeconds(90)))))
                        .verdict())
                .isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(good(each -> each.expirationTime(null))).verdict()).isEqualTo(LoginVerdict.REFUSED);
    }

    @Test
    void aTokenIsRememberedNoLongerThanItIsGood() throws Exception {
        String token = good(each -> each.expirationTime(Date.from(NOW.minusSeconds(59))));
        assertThat(ask(token).verdict()).isEqualTo(LoginVerdict.ADMITTED);
        now = NOW.plusSeconds(2);

        LoginAnswer answer =
                rule.ask(head("Authorization: Bearer " + token + "\r\n"), origin(), 2_000_000_000L, later::add);

        assertThat(answer.verdict()).isEqualTo(LoginVerdict.LATER);
        assertThat(later.get(0).verdict()).isEqualTo(LoginVerdict.REFUSED);
    }

    @Test
    void tokensOfOthersAreRefused() throws Exception {
        assertThat(ask(good(each -> each.issuer("other"))).verdict()).isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(good(each -> each.audience("other"))).verdict()).isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(signed(JWSAlgorithm.RS256, new RSASSASigner(OTHER), claims(each -> each)))
                        .verdict())
                .isEqualTo(LoginVerdict.REFUSED);
    }

    @Test
    void forgedTokensAreRefused() throws Exception {
        String token = good(each -> each);
        String[] parts = token.split("\\.", -1);
        String payload = good(each -> each.subject("root")).split("\\.", -1)[1];

        assertThat(ask(new PlainJWT(claims(each -> each)).serialize()).verdict())
                .as("no signature")
                .isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(signed(
                                JWSAlgorithm.HS256,
                                new MACSigner(KEY.toPublicJWK().toJSONString()),
                                claims(each -> each)))
                        .verdict())
                .as("the public key as a secret")
                .isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(signed(JWSAlgorithm.RS512, new RSASSASigner(KEY), claims(each -> each)))
                        .verdict())
                .as("an algorithm that is not on the list")
                .isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(parts[0] + "." + payload + "." + parts[2]).verdict())
                .as("another payload")
                .isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask(parts[0] + "." + parts[1] + ".").verdict()).isEqualTo(LoginVerdict.REFUSED);
        assertThat(ask("x".repeat(9000)).verdict()).isEqualTo(LoginVerdict.REFUSED);
    }
}
