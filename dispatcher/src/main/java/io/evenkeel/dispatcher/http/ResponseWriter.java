// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.text.DateLine;
import io.evenkeel.dispatcher.http.text.FieldNames;

/**
 * Writes the head that goes to a client for the head that came from a node.
 *
 * <p>The version becomes HTTP/1.1. Fields meant for the node's connection are left out, and so is the load report of
 * the node. A missing Date is added (RFC 9110 §6.6.1), and white space before a colon is removed (RFC 9112 §5.1). The
 * {@link ResponseHead#added} lines are put behind the node's. Stateless except for the clock line.
 */
public final class ResponseWriter {

    /** The fate of the client's connection, as the head must say it. */
    public enum Persistence {
        /** Open, as the client takes for granted. */
        KEPT,
        /** Open, and an HTTP/1.0 client must be told. */
        KEPT_AND_SAID,
        /** Closed after this answer. */
        CLOSED,
        /** Open, for another protocol than HTTP. */
        UPGRADED
    }

    private static final byte[] VERSION = Octets.ascii("HTTP/1.1 ");
    private static final byte[] CLOSE = Octets.ascii("Connection: close\r\n");
    private static final byte[] KEEP_ALIVE = Octets.ascii("Connection: keep-alive\r\n");
    private static final byte[] UPGRADE = Octets.ascii("Connection: Upgrade\r\nUpgrade: ");
    private static final byte[] CLOSE_AND_UPGRADE = Octets.ascii("Connection: close, Upgrade\r\nUpgrade: ");
    private static final int UPGRADE_REQUIRED = 426;
    private static final byte[] CHUNKED = Octets.ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] COLON = Octets.ascii(": ");

    private final DateLine date;

    public ResponseWriter(DateLine date) {
        this.date = date;
    }

    /**
     * Writes the head for {@code head} into {@code out}, which is cleared first.
     *
     * @param chunkedKnown false when the client speaks HTTP/1.0 and must not see the chunked coding
     * @param hidden further fields that do not pass
     */
    public void write(
            ResponseHead head, Persistence persistence, boolean chunkedKnown, FieldNames hidden, HeadBuffer out) {
        out.clear();
        out.add(VERSION);
        out.add(head.octets, head.codeAt, head.codeAt + 3);
        out.add(Octets.SP);
        if (head.reasonEnd > head.codeAt + 4) {
            out.add(head.octets, head.codeAt + 4, head.reasonEnd);
        }
        out.endLine();
        copyFields(head, hidden, out);
        out.add(head.added().octets(), 0, head.added().length());
        if (isChunked(head) && chunkedKnown) {
            out.add(CHUNKED);
        }
        if (!head.hasDate && !head.isInterim()) {
            out.add(date.line());
        }
        if (head.status() == UPGRADE_REQUIRED && chunkedKnown && namesUpgrade(head, hidden)) {
            upgrade(head, persistence == Persistence.CLOSED ? CLOSE_AND_UPGRADE : UPGRADE, out);
        } else {
            switch (persistence) {
                case KEPT -> {}
                case KEPT_AND_SAID -> out.add(KEEP_ALIVE);
                case CLOSED -> out.add(CLOSE);
                case UPGRADED -> upgrade(head, UPGRADE, out);
            }
        }
        out.endLine();
    }

    private static void upgrade(ResponseHead head, byte[] start, HeadBuffer out) {
        out.add(start);
        out.add(head.octets, head.lines.valueAt[head.upgradeLine], head.lines.valueEnd[head.upgradeLine]);
        out.endLine();
    }

    /** True when a 426 says what to upgrade to, as it must (RFC 9110 §15.5.22), and a request for that would pass. */
    private static boolean namesUpgrade(ResponseHead head, FieldNames hidden) {
        int k = head.upgradeLine;
        FieldLines lines = head.lines;
        return k >= 0
                && lines.valueEnd[k] > lines.valueAt[k]
                && !ConnectionOptions.namesH2c(head.octets, lines.valueAt[k], lines.valueEnd[k])
                && !hidden.has(head.octets, lines.at[k], lines.nameEnd[k]);
    }

    /** True when the answer has, or to a HEAD request would have, a chunked body. */
    private static boolean isChunked(ResponseHead head) {
        if (head.isInterim() || head.status() == 204) {
            return false;
        }
        for (int k = 0; k < head.lines.count; k++) {
            if (head.lines.name[k] == FieldName.TRANSFER_ENCODING) {
                return true;
            }
        }
        return false;
    }

    private static void copyFields(ResponseHead head, FieldNames hidden, HeadBuffer out) {
        FieldLines lines = head.lines;
        byte[] octets = head.octets;
        int run = 0;
        for (int k = 0; k < lines.count; k++) {
            boolean stays = stays(head, hidden, k);
            if (stays && !lines.untidy) {
                continue;
            }
            if (k > run) {
                out.add(octets, lines.at[run], lines.at[k]);
            }
            run = k + 1;
            if (stays) {
                out.add(octets, lines.at[k], lines.nameEnd[k]);
                out.add(COLON);
                out.add(octets, lines.valueAt[k], lines.valueEnd[k]);
                out.endLine();
            } else {
                writeRest(head, k, out);
            }
        }
        if (lines.count > run) {
            out.add(octets, lines.at[run], lines.at[lines.count]);
        }
    }

    /**
     * Writes the line, with its CR LF, that goes to the client in the place of a field that does not stay; nothing for
     * most fields.
     */
    public static void writeRest(ResponseHead head, int k, HeadBuffer out) {
        if (head.lines.name[k] == FieldName.TRAILER && !head.isNominated(k)) {
            UnwantedItem.LOAD_REPORT.copyWithout(head.octets, head.lines, k, out);
        }
    }

    /** True when a field of the node goes to the client as it is, in any version of HTTP. */
    public static boolean stays(ResponseHead head, FieldNames hidden, int k) {
        FieldLines lines = head.lines;
        switch (lines.name[k]) {
            case FieldName.CONTENT_LENGTH:
                return head.status() >= 200 && head.status() != 204;
            case FieldName.CONNECTION,
                    FieldName.KEEP_ALIVE,
                    FieldName.HOP,
                    FieldName.UPGRADE,
                    FieldName.TRANSFER_ENCODING,
                    FieldName.LOAD_REPORT,
                    FieldName.LOAD_REPORT_BINARY:
                return false;
            case FieldName.TRAILER:
                return !head.isNominated(k)
                        && !UnwantedItem.LOAD_REPORT.isIn(head.octets, lines.valueAt[k], lines.valueEnd[k]);
            default:
                return !head.isNominated(k) && !hidden.has(head.octets, lines.at[k], lines.nameEnd[k]);
        }
    }
}
