// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.evenkeel.config.listener.JwtSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.kit.AnyClient;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Question;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tokens of an issuer, in every protocol of clients. */
class JwtIT {

    private static final RSAKey KEY = generated();
    private static final RSAKey OTHER = generated();

    private static RSAKey generated() {
        try {
            return new RSAKeyGenerator(2048).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<Speech> speeches() {
        return Speech.all().toList();
    }

    private static RuleSettings rules() {
        return RuleSettings.NONE.with(new JwtSettings(
                new JWKSet(KEY.toPublicJWK()).toString(),
                List.of("RS256"),
                "issuer",
                "shop",
                Duration.ofSeconds(60),
                Map.of("X-User", "sub")));
    }

    private static JWTClaimsSet claims(String issuer, String audience, Duration left) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(audience)
                .subject("ann")
                .expirationTime(Date.from(Instant.now().plus(left)))
                .build();
    }

    private static String signed(RSAKey key, JWTClaimsSet claims) throws JOSEException {
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims);
        token.sign(new RSASSASigner(key));
        return token.serialize();
    }

    private static String good() throws JOSEException {
        return signed(KEY, claims("issuer", "shop", Duration.ofMinutes(10)));
    }

    private static Question with(String token) {
        return Question.get("/").with("Authorization", "Bearer " + token);
    }

    private static void refuses(AnyClient client, String why, Question question) throws IOException {
        Message answer = client.ask(question).response();
        assertThat(answer.status()).as(why).isEqualTo(401);
        assertThat(answer.values("WWW-Authenticate")).as(why).containsExactly("Bearer");
        assertThat(answer.text()).as(why).contains("unauthorized");
    }

    /** Once while the token is verified on another thread, and once when it is known. */
    @ParameterizedTest
    @MethodSource("speeches")
    void aGoodTokenComesInAndItsClaimIsTold(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s.rules(rules()));
                AnyClient client = speech.connect(stand)) {
            Question question = with(good()).with("X-User", "root").with("X_User", "root");

            for (int k = 0; k < 2; k++) {
                Message answer = client.ask(question).response();
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.has("WWW-Authenticate")).isFalse();
            }

            assertThat(stand.requests()).hasSize(2).allSatisfy(got -> {
                assertThat(got.values("X-User")).containsExactly("ann");
                assertThat(got.has("X_User")).isFalse();
            });
        }
    }

    @ParameterizedTest
    @MethodSource("speeches")
    void noOtherTokenComesInAndTheConnectionGoesOn(Speech speech) throws Exception {
        try (Stand stand = speech.stand(1, s -> s.rules(rules()));
                AnyClient client = speech.connect(stand)) {
            String good = good();
            String unsigned = good.substring(0, good.lastIndexOf('.') + 1);

            refuses(client, "none", Question.get("/").with("X-User", "ann"));
            refuses(client, "a password", Question.get("/").with("Authorization", "Basic YW5uOmE="));
            refuses(client, "over", with(signed(KEY, claims("issuer", "shop", Duration.ofMinutes(-2)))));
            refuses(client, "another key", with(signed(OTHER, claims("issuer", "shop", Duration.ofMinutes(10)))));
            refuses(client, "another issuer", with(signed(KEY, claims("other", "shop", Duration.ofMinutes(10)))));
            refuses(client, "another audience", with(signed(KEY, claims("issuer", "bar", Duration.ofMinutes(10)))));
            refuses(
                    client,
                    "no algorithm",
                    with(new PlainJWT(claims("issuer", "shop", Duration.ofMinutes(10))).serialize()));
            refuses(client, "its signature taken away", with(unsigned));
            refuses(client, "two of them", with(good).with("Authorization", "Bearer " + good));
            assertThat(stand.requests()).isEmpty();

            assertThat(client.ask(with(good)).response().status()).isEqualTo(200);
            assertThat(stand.requests()).hasSize(1);
        }
    }
}
