// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.evenkeel.dispatcher.http.text.FieldNumber;
import io.evenkeel.dispatcher.http.text.UpgradeValue;

/**
 * One answer's head, read from a byte array into offsets.
 *
 * <p>An object is used for head after head; what it says is valid until the next {@link #read}. A malformed head is
 * never passed on: the gateway answers 502 in its place.
 */
public final class ResponseHead {

    /** The head does not end within the octets given. */
    public static final int INCOMPLETE = FieldLines.INCOMPLETE;

    /** The head is malformed or too large. */
    public static final int REFUSED = FieldLines.REFUSED;

    private static final byte[] VERSION = Octets.ascii("HTTP/1.");
    private static final byte[] CHUNKED = Octets.ascii("chunked");
    private static final byte[] TIMEOUT = Octets.ascii("timeout=");

    final FieldLines lines = new FieldLines();
    final ConnectionOptions options = new ConnectionOptions();
    byte[] octets = new byte[0];
    /** Start of the status code. */
    int codeAt;
    /** End of the reason phrase. */
    int reasonEnd;

    int upgradeLine;
    boolean hasDate;
    private int reportLine;

    private int minor;
    private int status;
    private Framing framing = Framing.NONE;
    private long contentLength;
    private int keepAliveS;
    private final HeadBuffer added = new HeadBuffer(256);

    /**
     * Reads a head that starts at {@code from}.
     *
     * @param most octets the head may have
     * @param toHead true when the request's method was HEAD, so that there is no body whatever the fields say
     * @return index behind the head, {@link #INCOMPLETE} or {@link #REFUSED}
     */
    public int read(byte[] source, int from, int to, int most, int mostFields, boolean toHead) {
        octets = source;
        added.clear();
        int fields = readLine(from, to);
        if (fields < 0) {
            return fields == INCOMPLETE && to - from > most ? REFUSED : fields;
        }
        int end = lines.read(source, fields, to, mostFields, true);
        if (end == INCOMPLETE) {
            return to - from > most ? REFUSED : INCOMPLETE;
        }
        if (end == REFUSED || end - from > most) {
            return REFUSED;
        }
        return understand(toHead) ? end : REFUSED;
    }

    private int readLine(int from, int to) {
        int whole = Math.min(VERSION.length, to - from);
        for (int k = 0; k < whole; k++) {
            if (octets[from + k] != VERSION[k]) {
                return REFUSED;
            }
        }
        if (to - from < 13) {
            return Octets.controlAt(octets, from, Math.min(to, from + 12)) < to ? REFUSED : INCOMPLETE;
        }
        byte minorDigit = octets[from + 7];
        if (!Octets.isDigit(minorDigit) || octets[from + 8] != Octets.SP) {
            return REFUSED;
        }
        minor = minorDigit == '0' ? 0 : 1;
        codeAt = from + 9;
        for (int k = 0; k < 3; k++) {
            if (!Octets.isDigit(octets[codeAt + k])) {
                return REFUSED;
            }
        }
        status = (octets[codeAt] - '0') * 100 + (octets[codeAt + 1] - '0') * 10 + octets[codeAt + 2] - '0';
        int i = codeAt + 3;
        if (status < 100 || (octets[i] != Octets.SP && octets[i] != Octets.CR)) {
            return REFUSED;
        }
        while (true) {
            i = Octets.controlAt(octets, i, to);
            if (i + 1 >= to) {
                return INCOMPLETE;
            }
            if (octets[i] == Octets.CR && octets[i + 1] == Octets.LF) {
                reasonEnd = i;
                return i + 2;
            }
            if (octets[i] != Octets.HTAB) {
                return REFUSED;
            }
            i++;
        }
    }

    private boolean understand(boolean toHead) {
        options.clear();
        upgradeLine = -1;
        reportLine = -1;
        keepAliveS = -1;
        int lengthLine = -1;
        int codingLine = -1;
        int dateLine = -1;
        for (int k = 0; k < lines.count; k++) {
            switch (lines.name[k]) {
                case FieldName.CONTENT_LENGTH -> {
                    if (lengthLine >= 0) {
                        return false;
                    }
                    lengthLine = k;
                }
                case FieldName.TRANSFER_ENCODING -> {
                    if (codingLine >= 0) {
                        return false;
                    }
                    codingLine = k;
                }
                case FieldName.CONNECTION -> options.add(octets, lines.valueAt[k], lines.valueEnd[k]);
                case FieldName.UPGRADE -> upgradeLine = k;
                case FieldName.DATE -> dateLine = k;
                case FieldName.LOAD_REPORT, FieldName.LOAD_REPORT_BINARY -> reportLine = k;
                case FieldName.KEEP_ALIVE -> keepAliveS = keepAlive(lines.valueAt[k], lines.valueEnd[k]);
                default -> {}
            }
        }
        hasDate = dateLine >= 0 && !isNominated(dateLine);
        return frame(toHead, lengthLine, codingLine);
    }

    /** True when Connection nominates a field for removal. */
    boolean isNominated(int k) {
        return options.nominates() && options.nominates(octets, lines.at[k], lines.nameEnd[k]);
    }

    private boolean frame(boolean toHead, int lengthLine, int codingLine) {
        contentLength = 0;
        if (lengthLine >= 0) {
            contentLength = FieldNumber.of(octets, lines.valueAt[lengthLine], lines.valueEnd[lengthLine]);
            if (contentLength < 0) {
                return false;
            }
        }
        if (codingLine >= 0) {
            boolean chunked =
                    Octets.equalsLower(octets, lines.valueAt[codingLine], lines.valueEnd[codingLine], CHUNKED);
            if (!chunked || minor == 0 || lengthLine >= 0) {
                return false;
            }
        }
        if (toHead || status < 200 || status == 204 || status == 304) {
            framing = Framing.NONE;
        } else if (codingLine >= 0) {
            framing = Framing.CHUNKED;
        } else if (lengthLine >= 0) {
            framing = contentLength == 0 ? Framing.NONE : Framing.LENGTH;
        } else {
            framing = Framing.CLOSE;
        }
        return true;
    }

    /** The number behind {@code timeout=} in a Keep-Alive value; -1 when there is none. */
    private int keepAlive(int from, int to) {
        for (int i = from; i + TIMEOUT.length < to; i++) {
            if (Octets.equalsLower(octets, i, i + TIMEOUT.length, TIMEOUT)) {
                int digits = i + TIMEOUT.length;
                int end = digits;
                while (end < to && Octets.isDigit(octets[end])) {
                    end++;
                }
                long seconds = FieldNumber.of(octets, digits, end);
                return seconds < 0 ? -1 : (int) Math.min(seconds, 86_400);
            }
        }
        return -1;
    }

    public int status() {
        return status;
    }

    public boolean isInterim() {
        return status < 200;
    }

    public Framing framing() {
        return framing;
    }

    /** Octets of the body when {@link #framing} is LENGTH. */
    public long contentLength() {
        return contentLength;
    }

    /**
     * Fields that do not pass in the trailer section of the body: those given, and those that Connection nominates,
     * which belong to one connection wherever they stand. Allocates for a chunked body of a message that nominates any.
     */
    public FieldNames unwantedTrailers(FieldNames others) {
        return framing == Framing.CHUNKED ? options.unwanted(octets, others) : others;
    }

    /** True when the node takes further requests on the connection once this answer is complete. */
    public boolean keepsAlive() {
        if (framing == Framing.CLOSE || options.close) {
            return false;
        }
        return minor == 1 || options.keepAlive;
    }

    /** Seconds for which the node says it keeps an idle connection; -1 when it does not say. */
    public int keepAliveS() {
        return keepAliveS;
    }

    /** True when the answer agrees to leave HTTP behind, for protocols of this value of Upgrade and no others. */
    public boolean upgradesWithin(byte[] offered) {
        return status == 101
                && options.upgrade
                && upgradeLine >= 0
                && UpgradeValue.keepsTo(offered, octets, lines.valueAt[upgradeLine], lines.valueEnd[upgradeLine]);
    }

    /** True when the node tells its load with this answer; of several reports the last one counts. */
    public boolean hasReport() {
        return reportLine >= 0;
    }

    /** Start of the load report's value in {@link #octets}, when {@link #hasReport}. */
    public int reportAt() {
        return lines.valueAt[reportLine];
    }

    /** End of the load report's value. */
    public int reportEnd() {
        return lines.valueEnd[reportLine];
    }

    /**
     * True when the load report came under the name that has no word for its form in front, because it is always
     * binary.
     */
    public boolean reportIsBinary() {
        return lines.name[reportLine] == FieldName.LOAD_REPORT_BINARY;
    }

    /** True when a field has a name, which is given in lower case. */
    public boolean isNamed(int number, byte[] lowerName) {
        return lines.isNamed(octets, number, lowerName);
    }

    /** The number of the first line of a name in lower case; -1 when there is none. */
    public int find(byte[] lowerName) {
        for (int k = 0; k < lines.count; k++) {
            if (lines.isNamed(octets, k, lowerName)) {
                return k;
            }
        }
        return -1;
    }

    /** Whole field lines for the client, CR LF included, that the node did not send; empty after each {@link #read}. */
    public HeadBuffer added() {
        return added;
    }

    /** The array that was read. */
    public byte[] octets() {
        return octets;
    }

    /** The number of field lines. */
    public int fields() {
        return lines.count;
    }

    /** Start of the name of a field line. */
    public int nameAt(int number) {
        return lines.at[number];
    }

    /** End of the name. */
    public int nameEnd(int number) {
        return lines.nameEnd[number];
    }

    /** Start of the value, without white space around it. */
    public int valueAt(int number) {
        return lines.valueAt[number];
    }

    /** End of the value. */
    public int valueEnd(int number) {
        return lines.valueEnd[number];
    }

    /** True when the answer has a Date that goes on to the client, because Connection does not nominate it. */
    public boolean hasDate() {
        return hasDate;
    }
}
