// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.config.tls.AcmeSettings;
import io.evenkeel.dispatcher.certificate.Certifier;
import io.evenkeel.dispatcher.certificate.CertifierContext;
import io.evenkeel.dispatcher.certificate.IssueView;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The thread that gets certificates, {@code evenkeel-acme}: while there is nothing to do it waits. */
final class AcmeCertifier implements Certifier {

    private static final Duration IDLE = Duration.ofHours(1);
    private static final long END_MS = 2000;

    private final CertifierContext context;
    private final InstantSource clock = InstantSource.system();
    private final Object lock = new Object();
    private volatile @Nullable Renewals renewals;
    private @Nullable AcmeSettings settings;
    private @Nullable Renewals nextRenewals;
    private @Nullable AcmeSettings nextSettings;
    private @Nullable Thread thread;
    private boolean news;
    private boolean closed;

    AcmeCertifier(CertifierContext context) {
        this.context = context;
    }

    @Override
    public void prepare(@Nullable AcmeSettings newSettings, List<Wanted> newWanted) throws IOException {
        if (newSettings == null || newWanted.isEmpty()) {
            nextSettings = null;
            nextRenewals = null;
            return;
        }
        Renewals present = renewals;
        if (present == null || !newSettings.equals(settings)) {
            AcmeFolder folder = new AcmeFolder(newSettings.state(), newSettings.directory());
            AcmeSession session = new Acme4jSession(newSettings, folder.accountKey(), context.challenges());
            present = new Renewals(session, folder, context, clock);
        }
        present.prepare(newWanted);
        nextSettings = newSettings;
        nextRenewals = present;
    }

    @Override
    public void begin() {
        Renewals before = renewals;
        Renewals now = nextRenewals;
        if (before != null && before != now) {
            before.end();
        }
        if (now != null) {
            now.begin();
        }
        settings = nextSettings;
        renewals = now;
        synchronized (lock) {
            news = true;
            lock.notifyAll();
            if (thread == null && !closed) {
                Thread made = new Thread(this::run, "evenkeel-acme");
                made.setDaemon(true);
                made.start();
                thread = made;
            }
        }
    }

    private void run() {
        try {
            while (true) {
                synchronized (lock) {
                    news = false;
                }
                Renewals now = renewals;
                Duration sleep = now == null ? IDLE : step(now);
                synchronized (lock) {
                    long endNs = System.nanoTime() + sleep.toNanos();
                    for (long leftMs = sleep.toMillis(); !news && leftMs > 0; ) {
                        lock.wait(leftMs);
                        leftMs = (endNs - System.nanoTime()) / 1_000_000;
                    }
                    if (closed) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            // close wants this thread to end
            return;
        }
    }

    /** A fault of a library must not end renewals for ever. */
    private Duration step(Renewals now) throws InterruptedException {
        try {
            return now.step();
        } catch (RuntimeException | Error e) {
            if (!isClosed()) {
                context.log().error("certificates by ACME: " + e, e);
            }
            return Renewals.LONGEST_SLEEP;
        }
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    @Override
    public List<IssueView> view() {
        Renewals now = renewals;
        return now == null ? List.of() : now.view();
    }

    @Override
    public void close() {
        Thread running;
        synchronized (lock) {
            closed = true;
            news = true;
            lock.notifyAll();
            running = thread;
        }
        if (running != null) {
            running.interrupt();
            try {
                running.join(END_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
