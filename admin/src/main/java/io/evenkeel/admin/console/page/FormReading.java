// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import io.evenkeel.admin.api.ApiRefusal;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies of forms before anything is done with them, so that a slow sender does not keep others from the work.
 *
 * <p>A body that is long, or that has to be waited for, needs one of {@value #PLACES} places until its request is over,
 * so that no more of them take memory or threads; and it has {@value #MOST_S} s. A usual one needs none. Any thread,
 * which waits.
 */
final class FormReading {

    static final int PLACES = 2;
    static final int MOST_S = 60;

    private static final int WAIT_MS = 2_000;
    private static final int SHORT_OCTETS = 64 * 1024;
    private static final int FORGET_S = 5;
    private static final int LOOK_MS = 5;

    private final Semaphore places = new Semaphore(PLACES, true);
    private final LongSupplier nanoTime;

    FormReading() {
        this(System::nanoTime);
    }

    FormReading(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A body that was read, and perhaps a place that it has until it is closed. One thread. */
    final class Body implements AutoCloseable {
        private boolean hasPlace;
        private byte[] octets = new byte[0];

        byte[] octets() {
            return octets;
        }

        private void needPlace() throws Busy, InterruptedException {
            if (!hasPlace && !places.tryAcquire(WAIT_MS, TimeUnit.MILLISECONDS)) {
                throw new Busy();
            }
            hasPlace = true;
        }

        @Override
        public void close() {
            octets = new byte[0];
            if (hasPlace) {
                hasPlace = false;
                places.release();
            }
        }
    }

    /** Refusal because all places are taken. */
    static final class Busy extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The whole body.
     *
     * @throws Busy when all places are taken; the received octets were thrown away
     * @throws ApiRefusal when it is too long, cut off or late
     */
    Body read(HttpServletRequest request) throws Busy, InterruptedException {
        int most = FormBody.most(FreeHeap.freeOctets());
        try {
            return read(request.getInputStream(), request.getContentLengthLong(), most);
        } catch (IOException e) {
            throw new ApiRefusal(400, "the form did not arrive as a whole", "Send it again.");
        }
    }

    /**
     * The whole of a stream.
     *
     * @param length octets that were announced; less than 0 for none
     * @param most octets that are taken
     */
    Body read(InputStream in, long length, int most) throws IOException, Busy, InterruptedException {
        Body body = new Body();
        boolean whole = false;
        try {
            if (length > SHORT_OCTETS) {
                body.needPlace();
            }
            byte[] octets = length > most ? null : octets(in, length, most, body);
            if (octets == null) {
                forget(in, length);
                throw FormBody.tooLong(most);
            }
            body.octets = octets;
            whole = true;
            return body;
        } catch (Busy e) {
            forget(in, length);
            throw e;
        } finally {
            if (!whole) {
                body.close();
            }
        }
    }

    /** The octets of a stream; null when there are too many. */
    private byte @Nullable [] octets(InputStream in, long length, int most, Body body)
            throws IOException, Busy, InterruptedException {
        long untilNs = nanoTime.getAsLong() + TimeUnit.SECONDS.toNanos(MOST_S);
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        byte[] chunk = new byte[SHORT_OCTETS];
        while (octets.size() != length) {
            if (octets.size() > SHORT_OCTETS || in.available() == 0) {
                body.needPlace();
            }
            int count = in.read(chunk);
            if (count < 0) {
                break;
            }
            octets.write(chunk, 0, count);
            if (octets.size() > most) {
                return null;
            }
            if (nanoTime.getAsLong() > untilNs) {
                throw new ApiRefusal(408, "the form did not arrive within " + MOST_S + " s", "Send it again.");
            }
        }
        return octets.toByteArray();
    }

    /**
     * Throws away the rest of a form that comes within {@value #FORGET_S} s, because a browser that was not heard to
     * the end shows no answer.
     */
    private void forget(InputStream in, long length) throws IOException, InterruptedException {
        long untilNs = nanoTime.getAsLong() + TimeUnit.SECONDS.toNanos(FORGET_S);
        long most = Math.min(length < 0 ? Long.MAX_VALUE : length, 2L * FormBody.MOST_OCTETS);
        byte[] chunk = new byte[SHORT_OCTETS];
        for (long passed = 0; passed < most && !isOver(in) && nanoTime.getAsLong() < untilNs; ) {
            int there = in.available();
            if (there == 0) {
                Thread.sleep(LOOK_MS);
            } else {
                passed += Math.max(0, in.read(chunk, 0, Math.min(there, chunk.length)));
            }
        }
    }

    private static boolean isOver(InputStream in) {
        return in instanceof ServletInputStream body && body.isFinished();
    }
}
