// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.RequestHead;

/**
 * The encodings of content that a client takes, by its fields {@code Accept-Encoding} (RFC 9110 §12.5.3). What is
 * unclear is refused. Allocates one small object; threads: its owner's.
 */
public final class AcceptedEncodings {

    private static final byte[] FIELD = Octets.ascii("accept-encoding");
    private static final byte[] IDENTITY = Octets.ascii("identity");
    private static final byte[] ANY = Octets.ascii("*");
    private static final int ABSENT = -1;
    private static final int WHOLE = 1000;

    private final byte[] coding;
    /** Weights in thousandths. */
    private int wanted = ABSENT;

    private int plain = ABSENT;
    private int any = ABSENT;

    private AcceptedEncodings(byte[] coding) {
        this.coding = coding;
    }

    /**
     * True when a client takes content in a coding, and would not rather have it as it is. A star stands for a coding
     * only where the client refuses content as it is.
     *
     * @param coding its name in lower case
     */
    public static boolean prefers(RequestHead head, byte[] coding) {
        AcceptedEncodings accepted = new AcceptedEncodings(coding);
        for (int k = 0; k < head.fields(); k++) {
            if (head.isNamed(k, FIELD)) {
                accepted.add(head.octets(), head.valueAt(k), head.valueEnd(k));
            }
        }
        return accepted.prefers();
    }

    private boolean prefers() {
        boolean refusesPlain = plain == 0 || (plain == ABSENT && any == 0);
        int weight = wanted == ABSENT && refusesPlain ? any : wanted;
        return weight > 0 && weight >= plain;
    }

    private void add(byte[] octets, int from, int to) {
        for (int at = from; at < to; ) {
            int end = Octets.indexOf(octets, at, to, (byte) ',');
            int semicolon = Octets.indexOf(octets, at, end, (byte) ';');
            int first = Octets.afterBlanks(octets, at, semicolon);
            int last = Octets.beforeBlanks(octets, first, semicolon);
            int weight = semicolon == end ? WHOLE : weight(octets, semicolon + 1, end);
            if (Octets.equalsLower(octets, first, last, coding)) {
                wanted = least(wanted, weight);
            } else if (Octets.equalsLower(octets, first, last, IDENTITY)) {
                plain = plain == ABSENT ? weight : Math.max(plain, weight);
            } else if (Octets.equalsLower(octets, first, last, ANY)) {
                any = least(any, weight);
            }
            at = end + 1;
        }
    }

    private static int least(int before, int now) {
        return before == ABSENT ? now : Math.min(before, now);
    }

    /** The weight that parameters tell, in thousandths; 0 for what is none. */
    private static int weight(byte[] octets, int from, int to) {
        int at = Octets.afterBlanks(octets, from, to);
        int end = Octets.beforeBlanks(octets, at, to);
        boolean named = end - at >= 3 && (octets[at] | 0x20) == 'q' && octets[at + 1] == '=';
        if (!named || end - at > 7 || (octets[at + 2] != '0' && octets[at + 2] != '1')) {
            return 0;
        }
        int value = (octets[at + 2] - '0') * WHOLE;
        if (end - at > 3 && octets[at + 3] != '.') {
            return 0;
        }
        int unit = WHOLE / 10;
        for (int i = at + 4; i < end; i++) {
            if (!Octets.isDigit(octets[i])) {
                return 0;
            }
            value += (octets[i] - '0') * unit;
            unit /= 10;
        }
        return Math.min(WHOLE, value);
    }
}
