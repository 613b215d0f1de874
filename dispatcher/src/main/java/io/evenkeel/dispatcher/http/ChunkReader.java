// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.text.FieldNames;
import io.netty.buffer.ByteBuf;

/**
 * Follows a chunked body as it comes in, piece by piece (RFC 9112 §7.1).
 *
 * <p>Well-formed chunks may be passed on as they are, without moving an octet. Only chunk extensions are left out:
 * their grammar is checked, nobody uses them, and readers have been tricked with them; RFC 9112 §7.1.1 has every
 * recipient ignore those it does not know, and what follows them in the same piece is moved up. A trailer section is
 * taken in whole and rewritten, without the fields that may not stand there. For clients that do not know the
 * coding, the data can be moved together and the framing dropped.
 *
 * <p>Strict where readers have been tricked: CR LF and nothing else ends a line, a size is 1 to 16 hexadecimal digits,
 * and nothing may follow it but an extension.
 */
public final class ChunkReader {

    private static final int MOST_SIZE_DIGITS = 16;
    private static final int LONGEST_EXTENSION = 1024;
    private static final int TRAILER = 64;

    private enum State {
        SIZE,
        EXTENSION,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILER_START,
        TRAILER_CR,
        TRAILER,
        DONE,
        REFUSED
    }

    private final ChunkExtension extension = new ChunkExtension();
    private final HeadBuffer section = new HeadBuffer(TRAILER);
    private final HeadBuffer trailer = new HeadBuffer(TRAILER);
    private State state = State.DONE;
    private FieldNames removed = FieldNames.NONE;
    private int mostTrailer;
    private int mostFields;
    private int digits;
    private int extensionLength;
    private long size;
    private long dataTotal;
    private int passEnd;

    /** Starts a new body, of whose trailer section every field that may stand there passes. */
    public void start(int mostTrailer, int mostFields) {
        start(mostTrailer, mostFields, FieldNames.NONE);
    }

    /**
     * Starts a new body.
     *
     * @param mostTrailer octets that its trailer section may have
     * @param mostFields lines that it may have
     * @param removed fields that are taken out of it
     */
    public void start(int mostTrailer, int mostFields, FieldNames removed) {
        this.removed = removed;
        this.mostTrailer = mostTrailer;
        this.mostFields = mostFields;
        section.clear();
        trailer.clear();
        dataTotal = 0;
        startSize();
    }

    private void startSize() {
        state = State.SIZE;
        digits = 0;
        size = 0;
        extensionLength = 0;
        extension.start();
    }

    /**
     * Reads on.
     *
     * @param strip true to move the data of the chunks together at {@code from}, without the framing
     * @return index behind what was consumed: {@code to}, or less when the body has ended or is malformed
     */
    public int read(ByteBuf in, int from, int to, boolean strip) {
        int i = from;
        boolean crCame = false;
        passEnd = from;
        while (i < to && state != State.DONE && state != State.REFUSED) {
            if (state == State.DATA) {
                int count = (int) Math.min(size, to - i);
                pass(in, i, count);
                i += count;
                size -= count;
                dataTotal += count;
                if (size == 0) {
                    state = State.DATA_CR;
                }
            } else if (state == State.TRAILER) {
                i = readTrailer(in, i, to);
            } else {
                step(in.getByte(i++));
                switch (state) {
                    case EXTENSION, TRAILER, REFUSED -> {}
                    case TRAILER_CR -> crCame = true;
                    case DONE -> passEmptyLine(in, i, crCame, strip);
                    default -> pass(in, i - 1, strip ? 0 : 1);
                }
            }
        }
        return i;
    }

    /** Passes on octets, which move up when something before them was left out. */
    private void pass(ByteBuf in, int at, int count) {
        if (passEnd != at && count > 0) {
            in.setBytes(passEnd, in, at, count);
        }
        passEnd += count;
    }

    /**
     * Passes on the line that ends the body; when its CR came earlier and could not be passed, the {@link #trailer}
     * has it.
     */
    private void passEmptyLine(ByteBuf in, int end, boolean whole, boolean strip) {
        if (!whole) {
            trailer.endLine();
        } else if (!strip) {
            pass(in, end - 2, 2);
        }
    }

    private void step(byte octet) {
        switch (state) {
            case SIZE -> stepSize(octet);
            case EXTENSION -> {
                if (octet == Octets.CR) {
                    state = extension.mayEnd() ? State.SIZE_LF : State.REFUSED;
                } else if (++extensionLength > LONGEST_EXTENSION || !extension.accept(octet)) {
                    state = State.REFUSED;
                }
            }
            case SIZE_LF -> {
                if (octet != Octets.LF) {
                    state = State.REFUSED;
                } else {
                    state = size == 0 ? State.TRAILER_START : State.DATA;
                }
            }
            case DATA_CR -> state = octet == Octets.CR ? State.DATA_LF : State.REFUSED;
            case DATA_LF -> {
                if (octet == Octets.LF) {
                    startSize();
                } else {
                    state = State.REFUSED;
                }
            }
            case TRAILER_START -> {
                if (octet == Octets.CR) {
                    state = State.TRAILER_CR;
                } else if (Octets.token(octet) != 0) {
                    state = State.TRAILER;
                    section.add(octet);
                } else {
                    state = State.REFUSED;
                }
            }
            case TRAILER_CR -> {
                state = octet == Octets.LF ? State.DONE : State.REFUSED;
            }
            default -> throw new IllegalStateException(state.toString());
        }
    }

    private void stepSize(byte octet) {
        int digit = Octets.hex(octet);
        if (digit >= 0) {
            if (++digits > MOST_SIZE_DIGITS || size > (Long.MAX_VALUE - digit) / 16) {
                state = State.REFUSED;
            } else {
                size = size * 16 + digit;
            }
        } else if (digits == 0) {
            state = State.REFUSED;
        } else if (octet == Octets.CR) {
            state = State.SIZE_LF;
        } else {
            state = extension.accept(octet) ? State.EXTENSION : State.REFUSED;
        }
    }

    /** Takes in the section up to its empty line, then checks it and writes what may pass. */
    private int readTrailer(ByteBuf in, int from, int to) {
        int i = from;
        while (i < to) {
            section.add(in.getByte(i++));
            int length = section.length();
            byte[] octets = section.octets();
            boolean tornLine = (octets[length - 1] == Octets.LF) != (octets[length - 2] == Octets.CR);
            if (length > mostTrailer || tornLine) {
                state = State.REFUSED;
                return i;
            }
            boolean empty = length >= 4
                    && octets[length - 1] == Octets.LF
                    && octets[length - 2] == Octets.CR
                    && octets[length - 3] == Octets.LF;
            if (empty) {
                finishTrailer();
                return i;
            }
        }
        return i;
    }

    private void finishTrailer() {
        FieldLines lines = new FieldLines();
        byte[] octets = section.octets();
        int length = section.length();
        if (lines.read(octets, 0, length, mostFields, false) != length) {
            state = State.REFUSED;
            return;
        }
        for (int k = 0; k < lines.count; k++) {
            if (lines.name[k] == FieldName.OTHER && !removed.has(octets, lines.at[k], lines.nameEnd[k])) {
                trailer.add(octets, lines.at[k], lines.at[k + 1]);
            }
        }
        trailer.endLine();
        state = State.DONE;
    }

    /**
     * End of the octets of the last {@link #read} that may be passed on: as they are, or moved together when stripped.
     */
    public int passEnd() {
        return passEnd;
    }

    /** True once the body has ended; then {@link #trailer} follows, unless the framing is stripped. */
    public boolean done() {
        return state == State.DONE;
    }

    public boolean refused() {
        return state == State.REFUSED;
    }

    /**
     * The octets to send after the body once it is {@link #done}: allowed trailer fields and the empty line, or none.
     */
    public HeadBuffer trailer() {
        return trailer;
    }

    /** Octets of the arrays that hold the trailer section. */
    public int trailerCapacity() {
        return section.capacity() + trailer.capacity();
    }

    /** Forgets the trailer section, of which no more is needed. */
    public void dropTrailer() {
        section.shrink(TRAILER);
        trailer.shrink(TRAILER);
    }

    /** Octets of data seen so far, without framing. */
    public long dataTotal() {
        return dataTotal;
    }

    /** Octets that the present chunk still announces; 0 between chunks. */
    public long announced() {
        return state == State.DATA ? size : 0;
    }
}
