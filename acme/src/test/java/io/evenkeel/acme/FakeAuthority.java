// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.config.tls.AcmeSettings.Proof;
import io.evenkeel.config.tls.Identity;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An authority in memory, with a clock that stands still until it is told to go on. */
final class FakeAuthority implements AcmeSession, InstantSource {

    static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
    static final Duration LIFE = Duration.ofDays(90);

    /** A question for a certificate. */
    record Asked(Duration at, List<String> names, Proof proof, boolean replaces) {}

    final List<Asked> asked = new ArrayList<>();
    final List<Duration> windowsAsked = new ArrayList<>();

    @Nullable
    IssueException refusal;

    @Nullable
    RenewalWindow window;

    @Nullable
    IssueException windowRefusal;

    /** Runs while a certificate is being issued. */
    Runnable meanwhile = () -> {};

    boolean windowForAll;
    private Instant now = START;

    @Override
    public Instant instant() {
        return now;
    }

    /** Sets the clock to another time, as an operator or NTP does. */
    void set(Instant time) {
        now = time;
    }

    Duration elapsed() {
        return Duration.between(START, now);
    }

    @Override
    public Identity issue(List<String> names, Proof proof, @Nullable X509Certificate replaced) throws IssueException {
        asked.add(new Asked(elapsed(), names, proof, replaced != null));
        now = now.plusSeconds(2);
        meanwhile.run();
        IssueException why = refusal;
        if (why != null) {
            throw why;
        }
        return SelfMade.identity(names, now, now.plus(LIFE));
    }

    @Override
    public @Nullable RenewalWindow window(X509Certificate certificate) throws IssueException {
        windowsAsked.add(elapsed());
        IssueException why = windowRefusal;
        if (why != null) {
            throw why;
        }
        return asked.size() == 1 || windowForAll ? window : null;
    }

    /** Does all steps that are due until a time has passed. */
    void run(Renewals renewals, Duration time) throws InterruptedException {
        Instant end = now.plus(time);
        while (now.isBefore(end)) {
            Instant next = now.plus(renewals.step());
            now = next.isBefore(now) ? now : next.isAfter(end) ? end : next;
        }
    }

    /** The times of the questions for certificates, since the start. */
    List<Duration> times() {
        return asked.stream().map(Asked::at).toList();
    }
}
