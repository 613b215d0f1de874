// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.certificate.Certifier.Wanted;
import io.evenkeel.dispatcher.certificate.CertifierContext;
import io.evenkeel.dispatcher.certificate.IssueView;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The certificates of one configuration, and when each is got or renewed.
 *
 * <p>Never a burst: one at a time, with a pause after each; after a failure twice the wait before, and not more than
 * {@value IssueTries#MOST_A_DAY} tries of a certificate in a day. What concerns every certificate, such as an authority
 * that does not answer, holds all of them. A certificate that is there and cannot be read is not ordered again; it is
 * looked for once a minute.
 *
 * <p>Threads: {@link #step} is for one thread, {@link #prepare}, {@link #begin} and {@link #end} for one, which may be
 * another; {@link #view} is for any.
 */
final class Renewals {

    /** The time between two tries, of whatever certificates. */
    static final Duration PAUSE = Duration.ofSeconds(5);

    /** The longest time until the next look at the clock, which may be set or stand still for hours. */
    static final Duration LONGEST_SLEEP = Duration.ofMinutes(1);

    /** The time between two questions for the window, when the authority names none. */
    static final Duration WINDOW_EACH = Duration.ofHours(6);

    private static final Duration WINDOW_SOONEST = Duration.ofMinutes(1);
    private static final Duration WINDOW_LATEST = Duration.ofDays(1);
    private static final Duration URGENT = Duration.ofDays(7);

    /** One certificate as it will be wanted. */
    private record Planned(KeptCertificate item, Wanted wanted) {}

    private final AcmeSession session;
    private final AcmeFolder folder;
    private final CertifierContext context;
    private final InstantSource clock;
    private volatile List<KeptCertificate> items = List.of();
    private List<Planned> prepared = List.of();

    /** Guarded by this object, so that nothing is installed once {@link #end} has returned. */
    private boolean over;

    private volatile IssueTries authority = IssueTries.NONE;
    private Instant quietUntil = Instant.EPOCH;

    Renewals(AcmeSession session, AcmeFolder folder, CertifierContext context, InstantSource clock) {
        this.session = session;
        this.folder = folder;
        this.context = context;
        this.clock = clock;
    }

    /**
     * Prepares to keep these certificates. Where nothing is installed yet, installs what an earlier run has left, or a
     * certificate of its own making; changes nothing else.
     */
    void prepare(List<Wanted> wanted) {
        prepared = wanted.stream().map(each -> new Planned(item(each), each)).toList();
        for (Planned each : prepared) {
            if (context.issued().of(each.wanted.names()) == null) {
                install(each.item);
            }
        }
    }

    /** Keeps what was prepared last from now on, and no others. */
    synchronized void begin() {
        List<KeptCertificate> before = items;
        for (Planned each : prepared) {
            each.item.wanted = each.wanted;
            if (!before.contains(each.item)) {
                install(each.item);
            }
        }
        items = prepared.stream().map(Planned::item).toList();
    }

    /** Installs nothing any more, not even the outcome of a question that is under way. */
    synchronized void end() {
        over = true;
    }

    private void install(KeptCertificate item) {
        AcmeCertificate names = item.wanted.names();
        context.issued().install(names, item.shown, folder.file(names));
    }

    private KeptCertificate item(Wanted wanted) {
        KeptCertificate known = find(wanted);
        if (known != null) {
            return known;
        }
        List<String> names = wanted.names().names();
        IssueTries tries = folder.tries(wanted.names());
        Identity kept = null;
        String unread = null;
        try {
            kept = folder.certificate(wanted.names());
        } catch (IOException e) {
            unread = "its file cannot be read: " + e;
        }
        Identity shown = kept == null ? SelfMade.identity(names, clock.instant()) : kept;
        if (unread != null) {
            context.log()
                    .error("certificate of " + wanted.names() + ": " + unread
                            + ". One that no client believes is shown,"
                            + " and none is ordered; make the file and its folders readable for user '"
                            + System.getProperty("user.name", "?") + "' (owner and mode), or remove it");
        } else if (kept == null) {
            context.log()
                    .warn("certificate of " + wanted.names() + ": there is none yet; one that no client believes"
                            + " is shown until an authority has issued one");
        }
        KeptCertificate made = new KeptCertificate(wanted, shown, kept == null, tries);
        made.unread = unread;
        made.readAt = clock.instant().plus(LONGEST_SLEEP);
        return made;
    }

    private @Nullable KeptCertificate find(Wanted wanted) {
        return items.stream()
                .filter(each -> each.wanted.names().equals(wanted.names()))
                .findFirst()
                .orElse(null);
    }

    /**
     * Does what is due: asks for one window, and gets one certificate whose window is known.
     *
     * @return the time until there is something to do again, above 0
     */
    Duration step() throws InterruptedException {
        Instant now = clock.instant();
        for (KeptCertificate each : items) {
            if (each.unread != null) {
                readAgain(each, now);
            }
            if (each.unkept != null) {
                keepAgain(each, now);
            }
        }
        if (!held(now)) {
            for (KeptCertificate each : items) {
                if (wantsWindow(each, now)) {
                    lookForWindow(each, now);
                    break;
                }
            }
        }
        if (!held(now)) {
            KeptCertificate due = firstDue(now);
            if (due != null) {
                issue(due, now);
            }
        }
        return untilNext(clock.instant());
    }

    /** Looks once a minute whether a file can be read now. */
    private void readAgain(KeptCertificate item, Instant now) {
        if (IssueTries.holds(item.readAt, now, LONGEST_SLEEP)) {
            return;
        }
        item.readAt = now.plus(LONGEST_SLEEP);
        try {
            Identity kept = folder.certificate(item.wanted.names());
            item.unread = null;
            if (kept != null) {
                item.shown = kept;
                item.selfMade = false;
                show(item, "read from its file again");
            }
        } catch (IOException e) {
            item.unread = "its file cannot be read: " + e;
        }
    }

    private boolean held(Instant now) {
        return IssueTries.holds(quietUntil, now, PAUSE)
                || authority.earliest(now).isAfter(now);
    }

    private static boolean wantsWindow(KeptCertificate item, Instant now) {
        return !item.selfMade && !IssueTries.holds(item.windowAt, now, WINDOW_LATEST);
    }

    private @Nullable KeptCertificate firstDue(Instant now) {
        KeptCertificate first = null;
        for (KeptCertificate each : items) {
            boolean due = !wantsWindow(each, now) && !each.next(now).isAfter(now);
            if (due && (first == null || each.planned().isBefore(first.planned()))) {
                first = each;
            }
        }
        return first;
    }

    private Duration untilNext(Instant now) {
        Instant next = now.plus(LONGEST_SLEEP);
        for (KeptCertificate each : items) {
            next = earlier(next, each.next(now));
            next = each.selfMade ? next : earlier(next, each.windowAt);
        }
        next = later(next, later(quietUntil, authority.earliest(now)));
        Duration sleep = Duration.between(now, earlier(next, now.plus(LONGEST_SLEEP)));
        return sleep.compareTo(Duration.ofMillis(100)) < 0 ? Duration.ofMillis(100) : sleep;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private void lookForWindow(KeptCertificate item, Instant now) throws InterruptedException {
        Duration again = WINDOW_EACH;
        try {
            RenewalWindow found = session.window(item.shown.certificate());
            item.window = found;
            authority = IssueTries.NONE;
            Instant wish = found == null ? null : found.again();
            if (wish != null) {
                Duration asked = Duration.between(now, wish);
                again = asked.compareTo(WINDOW_SOONEST) < 0
                        ? WINDOW_SOONEST
                        : asked.compareTo(WINDOW_LATEST) > 0 ? WINDOW_LATEST : asked;
            }
        } catch (IssueException e) {
            context.log()
                    .debug(() -> "certificate of " + item.wanted.names() + ": the authority suggests no time: "
                            + e.getMessage());
            if (e.general()) {
                authority = authority.failed(clock.instant(), e.getMessage(), e.notBefore());
            }
        }
        item.windowAt = now.plus(again);
    }

    private void issue(KeptCertificate item, Instant now) throws InterruptedException {
        Wanted wanted = item.wanted;
        X509Certificate replaced = item.selfMade ? null : item.shown.certificate();
        IssueTries before = item.tries;
        keep(item, before.begin(now));
        try {
            Identity fresh = session.issue(
                    wanted.names().names(),
                    wanted.proofs().get(before.failures() % wanted.proofs().size()),
                    replaced);
            Instant then = clock.instant();
            authority = IssueTries.NONE;
            keep(item, fresh);
            // Before it is installed: what fails there must not order again.
            keep(item, item.tries.succeeded(then));
            item.shown = fresh;
            try {
                show(item, replaced == null ? "issued" : "renewed");
            } finally {
                // Last: a reader of these fields must find that the certificate is shown to clients and said.
                item.window = null;
                item.windowAt = then;
                item.selfMade = false;
                item.issued.incrementAndGet();
            }
        } catch (IssueException e) {
            failed(item, before, e);
        }
        quietUntil = clock.instant().plus(PAUSE);
    }

    /** Shows a fresh certificate to clients and says so, unless all is over. */
    private void show(KeptCertificate item, String what) {
        synchronized (this) {
            if (over) {
                return;
            }
            install(item);
        }
        X509Certificate fresh = item.shown.certificate();
        context.log()
                .info("certificate of " + item.wanted.names() + ": " + what + ", valid until "
                        + fresh.getNotAfter().toInstant()
                        + "; the next renewal is about " + seconds(RenewalTime.of(fresh, null)));
    }

    private void failed(KeptCertificate item, IssueTries before, IssueException e) {
        Instant then = clock.instant();
        item.failures.incrementAndGet();
        Instant next;
        if (e.general()) {
            authority = authority.failed(then, e.getMessage(), e.notBefore());
            keep(item, before.because(e.getMessage()));
            next = authority.earliest(then);
        } else {
            keep(item, item.tries.failed(then, e.getMessage(), e.notBefore()));
            next = item.next(then);
        }
        String message = "certificate of " + item.wanted.names() + ": not " + (item.selfMade ? "issued" : "renewed")
                + ": " + e.getMessage() + "; the next try is at " + seconds(next);
        Instant end = item.shown.certificate().getNotAfter().toInstant();
        if (!item.selfMade && end.minus(URGENT).isBefore(then)) {
            context.log().error(message + ", and clients believe the present one until " + end);
        } else {
            context.log().warn(message);
        }
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    private void keep(KeptCertificate item, Identity fresh) {
        try {
            folder.certificate(item.wanted.names(), fresh);
            item.unkept = null;
        } catch (IOException e) {
            item.unkept = fresh;
            item.keptAt = clock.instant().plus(LONGEST_SLEEP);
            context.log()
                    .error("certificate of " + item.wanted.names() + ": it ends with this run unless it can be written"
                            + " later, which is tried every minute: " + e.getMessage());
        }
    }

    /** Tries once a minute to write what could not be written, as on a full disk; else a restart would order again. */
    private void keepAgain(KeptCertificate item, Instant now) {
        Identity unkept = item.unkept;
        if (unkept == null || IssueTries.holds(item.keptAt, now, LONGEST_SLEEP)) {
            return;
        }
        item.keptAt = now.plus(LONGEST_SLEEP);
        try {
            folder.certificate(item.wanted.names(), unkept);
        } catch (IOException e) {
            context.log().debug(() -> e.getMessage());
            return;
        }
        item.unkept = null;
        keep(item, item.tries);
        context.log().info("certificate of " + item.wanted.names() + ": it is in its file now");
    }

    private void keep(KeptCertificate item, IssueTries tries) {
        item.tries = tries;
        try {
            folder.tries(item.wanted.names(), tries);
        } catch (IOException e) {
            context.log().debug(() -> e.getMessage());
        }
    }

    /** Each certificate at this moment. */
    List<IssueView> view() {
        Instant now = clock.instant();
        return items.stream().map(each -> view(each, now)).toList();
    }

    private IssueView view(KeptCertificate item, Instant now) {
        IssueTries tries = item.tries;
        return new IssueView(
                item.wanted.names().names(),
                item.selfMade,
                item.shown.certificate().getNotAfter().toInstant().toEpochMilli(),
                tries.lastSuccess().toEpochMilli(),
                item.issued.get(),
                item.failures.get(),
                later(item.next(now), authority.earliest(now)).toEpochMilli(),
                item.unread == null ? tries.problem() : item.unread);
    }
}
