// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.config.cluster.AffinitySettings.SameSite;
import io.evenkeel.config.cluster.AffinitySettings.Secure;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.CookieReader;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.node.Node;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Affinity by a signed cookie of the dispatcher ({@link CookieSeal}), which is set when a client's node changes.
 * Failures and answers that shared caches may keep do not set it: a cache would give one user's cookie to all.
 */
final class CookieAffinity implements Affinity {

    private static final int PLACES = 64;
    /** Nobody has more, but somebody may send hundreds, each of which costs a signature. */
    private static final int MOST_OPENED = 4;

    private static final int FAILED = 500;
    private static final int NOT_MODIFIED = 304;

    private final AffinitySettings settings;
    private final CookieReader reader;
    private final CookieSeal seal;
    private final AffinityCounts counts;
    private final LoopClock clock;

    /** The last lines that were made, by node: the same for all that come in one minute. */
    private final Line[] lines = new Line[PLACES];

    private static final class Line {

        private final long node;
        private final long minute;
        private final boolean secure;
        private final byte[] octets;

        Line(long node, long minute, boolean secure, byte[] octets) {
            this.node = node;
            this.minute = minute;
            this.secure = secure;
            this.octets = octets;
        }
    }

    CookieAffinity(AffinitySettings settings, CookieSeal seal, AffinityCounts counts, LoopClock clock) {
        this.settings = settings;
        this.reader = new CookieReader(settings.ours().name());
        this.seal = seal;
        this.counts = counts;
        this.clock = clock;
        Arrays.fill(lines, new Line(0, 0, false, new byte[0]));
    }

    @Override
    public boolean strict() {
        return settings.strict();
    }

    @Override
    public void read(RequestHead head, Origin origin, SessionMark mark) {
        mark.https(settings.ours().secure() == Secure.AUTO && origin.isHttps(head));
        MarkKind kind = MarkKind.NONE;
        int opened = 0;
        long now = clock.epochSeconds();
        long node = 0;
        boolean fresh = false;
        for (boolean found = reader.first(head); found; found = reader.next(head)) {
            if (++opened > MOST_OPENED) {
                mark.nothing(MarkKind.DOUBLED);
                return;
            }
            MarkKind next = seal.open(head.octets(), reader.valueAt(), reader.valueEnd(), now);
            if (next != MarkKind.HOME) {
                kind = kind == MarkKind.HOME ? kind : next;
            } else if (kind == MarkKind.HOME && node != seal.node()) {
                mark.nothing(MarkKind.DOUBLED);
                return;
            } else {
                kind = next;
                node = seal.node();
                fresh |= seal.fresh();
            }
        }
        if (kind == MarkKind.HOME) {
            mark.at(node, 0, !fresh);
        } else {
            mark.nothing(kind);
        }
    }

    @Override
    public void answered(SessionMark mark, Node node, ResponseHead head) {
        boolean atHome = mark.home() == node.key();
        counts.answered(mark.kind(), atHome);
        boolean due = head.status() < FAILED && (!atHome || mark.renew());
        if (due && head.status() != NOT_MODIFIED && !SharedCaches.mayStore(head)) {
            head.added().add(line(node.key(), mark.https()));
        }
    }

    private byte[] line(long node, boolean https) {
        boolean secure = settings.ours().isSecure(https);
        long now = clock.epochSeconds();
        int place = (int) node & (PLACES - 1);
        Line known = lines[place];
        if (known.node != node || known.minute != now / 60 || known.secure != secure) {
            OwnCookie ours = settings.ours();
            byte[] line = setCookie(ours.name(), seal.make(node, now), ours, ours.age(), secure);
            known = new Line(node, now / 60, secure, line);
            lines[place] = known;
        }
        return known.octets;
    }

    /**
     * The line of a head that sets a cookie of the dispatcher.
     *
     * @param attributes path, domain and {@code SameSite}
     * @param age null for a cookie that ends with the browser
     */
    static byte[] setCookie(String name, byte[] value, OwnCookie attributes, @Nullable Duration age, boolean secure) {
        StringBuilder line = new StringBuilder("Set-Cookie: ").append(name).append('=');
        for (byte digit : value) {
            line.append((char) digit);
        }
        line.append("; Path=").append(attributes.path());
        if (attributes.domain() != null) {
            line.append("; Domain=").append(attributes.domain());
        }
        if (age != null) {
            line.append("; Max-Age=").append(age.toSeconds());
        }
        line.append("; HttpOnly");
        SameSite sameSite = attributes.sameSite();
        line.append("; SameSite=").append(sameSite.word());
        if (secure) {
            line.append("; Secure");
        }
        return Octets.ascii(line.append("\r\n").toString());
    }
}
