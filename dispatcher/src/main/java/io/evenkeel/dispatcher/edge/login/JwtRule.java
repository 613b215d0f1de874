// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.evenkeel.config.listener.JwtSettings;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.edge.login.LoginRule.LoginAnswer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Date;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of an issuer (RFC 7519), signed with one of its public keys. A token that was not seen before is verified on a
 * thread of its own. Any thread.
 */
public final class JwtRule implements LoginRule {

    private static final int LONGEST = 8192;
    private static final int LONGEST_CLAIM = 4096;
    private static final byte[] SCHEME = Octets.ascii("bearer ");

    private final JwtSettings settings;
    private final Executor threads;
    private final InstantSource clock;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    private final ProvedBefore proved = new ProvedBefore(ProvedBefore.LASTS_NS);

    /** A rule whose tokens are verified on threads of their own. */
    public JwtRule(JwtSettings settings) {
        this(settings, CheckThreads.SIGNATURES, InstantSource.system());
    }

    JwtRule(JwtSettings settings, Executor threads, InstantSource clock) {
        this.settings = settings;
        this.threads = threads;
        this.clock = clock;
        Set<JWSAlgorithm> algorithms =
                settings.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toSet());
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(algorithms, new ImmutableJWKSet<>(keys(settings.keys()))));
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        processor.setJWTClaimsSetVerifier(new Claims(settings, clock));
    }

    private static JWKSet keys(String json) {
        try {
            return JWKSet.parse(json);
        } catch (ParseException e) {
            throw new IllegalArgumentException("keys that were read before cannot be read", e);
        }
    }

    /** Issuer, audience and times. */
    private static final class Claims extends DefaultJWTClaimsVerifier<SecurityContext> {

        private final InstantSource clock;

        Claims(JwtSettings settings, InstantSource clock) {
            super(
                    settings.audience() == null ? null : Set.of(settings.audience()),
                    issuer(settings.issuer()),
                    Set.of("exp"),
                    null);
            this.clock = clock;
            setMaxClockSkew((int) settings.skew().toSeconds());
        }

        private static JWTClaimsSet issuer(@Nullable String issuer) {
            JWTClaimsSet.Builder exactly = new JWTClaimsSet.Builder();
            return issuer == null ? exactly.build() : exactly.issuer(issuer).build();
        }

        @Override
        protected Date currentTime() {
            return Date.from(clock.instant());
        }
    }

    @Override
    public String question() {
        return "Bearer";
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
        try {
            threads.execute(CheckThreads.answering(() -> check(proof, name, nowNs), later));
            return LoginAnswer.LATER;
        } catch (RejectedExecutionException e) {
            return LoginAnswer.BUSY;
        }
    }

    private LoginAnswer check(String token, ByteBuffer name, long nowNs) {
        try {
            JWTClaimsSet claims = processor.process(SignedJWT.parse(token), null);
            LoginAnswer answer = new LoginAnswer(LoginVerdict.ADMITTED, lines(claims));
            long leftMs = claims.getExpirationTime().toInstant().toEpochMilli()
                    + settings.skew().toMillis()
                    - clock.millis();
            proved.add(name, answer, nowNs, TimeUnit.MILLISECONDS.toNanos(Math.max(0, leftMs)));
            return answer;
        } catch (ParseException | BadJOSEException | JOSEException | RuntimeException e) {
            return LoginAnswer.REFUSED;
        }
    }

    private byte[] lines(JWTClaimsSet claims) {
        StringBuilder lines = new StringBuilder();
        settings.claims().forEach((field, claim) -> {
            String value = text(claims.getClaim(claim));
            if (value != null && !value.isEmpty() && value.length() <= LONGEST_CLAIM) {
                lines.append(field).append(": ").append(value).append("\r\n");
            }
        });
        return Octets.ascii(lines.toString());
    }

    /** A claim in visible ASCII and blanks, the rest of it percent-encoded; null when it is no text. */
    private static @Nullable String text(@Nullable Object claim) {
        if (claim instanceof Collection<?> list) {
            return text(list.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        if (!(claim instanceof String || claim instanceof Number || claim instanceof Boolean)) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (byte octet : claim.toString().strip().getBytes(StandardCharsets.UTF_8)) {
            if (octet >= ' ' && octet < 0x7f && octet != '%') {
                text.append((char) octet);
            } else {
                text.append(String.format(Locale.ROOT, "%%%02X", octet));
            }
        }
        return text.toString();
    }
}
