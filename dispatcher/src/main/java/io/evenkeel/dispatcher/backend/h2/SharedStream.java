// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.engine.Sent;
import io.evenkeel.dispatcher.engine.timer.Timeout;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http2.frame.ErrorCode;
import io.evenkeel.dispatcher.http2.head.RequestFields;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * One stream of a {@link SharedConnection}: one request and its answer, both in the form of HTTP/1.1.
 *
 * <p>The first write holds the whole head of the request, and what is written may be overwritten by the stream. The
 * user lets go of it once, with {@link #release} or {@link #close}. Threads: the connection's loop.
 */
public final class SharedStream {

    /** Time for the END_STREAM behind an answer that is whole by its head. */
    private static final long END_NS = 1_000_000_000;

    private final SharedConnection connection;
    private final RequestFlow request;
    private final AnswerFlow answer;
    private @Nullable StreamUser user;
    private @Nullable Timeout ending;
    private int id;
    private boolean answerEnded;
    private boolean over;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // parts of this object, which only keep the reference
    SharedStream(SharedConnection connection, StreamUser user, int window) {
        this.connection = connection;
        this.user = user;
        this.request = new RequestFlow(this, connection, window);
        this.answer = new AnswerFlow(this, connection);
    }

    /** Its number; 0 while nothing was sent. */
    int id() {
        return id;
    }

    /** Gets its number when the head is sent. */
    void begin() {
        id = connection.number(this);
    }

    @Nullable
    StreamUser user() {
        return user;
    }

    /** Tells the user octets of the answer. */
    void tell(ByteBuf bytes) {
        StreamUser hearer = user;
        if (hearer != null) {
            try {
                hearer.streamBytes(bytes);
            } catch (RuntimeException | OutOfMemoryError e) {
                faulted(e);
            }
        }
    }

    /** Tells the user a load report. */
    void tellReport(byte[] octets, int from, int to, boolean binary) {
        StreamUser hearer = user;
        if (hearer != null) {
            try {
                hearer.streamReport(octets, from, to, binary);
            } catch (RuntimeException | OutOfMemoryError e) {
                faulted(e);
            }
        }
    }

    /** Tells the user that more may be written. */
    void tellDrained() {
        StreamUser hearer = user;
        if (hearer != null) {
            try {
                hearer.streamDrained();
            } catch (RuntimeException | OutOfMemoryError e) {
                faulted(e);
            }
        }
    }

    /** Ends the stream after an error of its user, which must not reach the connection of all. */
    public void faulted(Throwable cause) {
        connection.loop().events().exchange().error("an exchange on a shared connection has failed", cause);
        if (answerEnded && request.ended()) {
            finish();
        } else {
            reset(ErrorCode.INTERNAL_ERROR);
        }
        lose(StreamUser.StreamLoss.FAULTED);
    }

    /** True when the head of a request, in the form of HTTP/1.1, is no larger than the server takes. */
    public boolean fits(HeadBuffer head) {
        return RequestFields.fit(head, connection.output().peer().fields());
    }

    /** See {@link SharedConnection#blames}. */
    public boolean blames() {
        return connection.blames();
    }

    RequestFlow request() {
        return request;
    }

    AnswerFlow answer() {
        return answer;
    }

    /** Writes a range of a request; {@link Sent#FAILED} when the server takes no more of it. */
    public Sent write(ByteBuf source, int index, int length) {
        return over || !connection.life().isOpen() ? Sent.FAILED : request.write(source, index, length);
    }

    /** Hears nothing until {@link #resume}. */
    public void pause() {
        answer.hold();
    }

    /** Hears again; what was held back comes soon, not before this returns. */
    public void resume() {
        answer.let();
    }

    /** Time since octets of the request were last sent, as {@code Connection#sinceSentNs} tells it. */
    public long sinceSentNs() {
        return request.body().sinceSentNs();
    }

    /** Lets go of the stream after a whole answer. */
    public void release() {
        user = null;
        answer.drop();
        if (over) {
            return;
        }
        if (!request.ended()) {
            reset(ErrorCode.CANCEL);
        } else if (answerEnded) {
            finish();
        } else {
            Timeout timer = connection.loop().timers().timeout(() -> reset(ErrorCode.CANCEL));
            timer.arm(connection.loop().nowNs() + END_NS);
            ending = timer;
        }
    }

    /** Lets go of the stream before its end; the connection goes on. */
    public void close() {
        user = null;
        answer.drop();
        if (over) {
            return;
        }
        boolean unanswered = id != 0 && !answer.begun();
        reset(ErrorCode.CANCEL);
        if (unanswered) {
            connection.life().doubt();
        }
    }

    /** Ends the stream with an error; the user hears nothing. */
    void reset(ErrorCode why) {
        if (over) {
            return;
        }
        if (id != 0) {
            connection.reset(id, why);
        }
        finish();
    }

    /** The server has broken a rule on the stream. */
    void malformed(ErrorCode why) {
        reset(why);
        lose(StreamUser.StreamLoss.MALFORMED);
    }

    /** The request has been sent whole. */
    void requestEnded() {
        if (answerEnded) {
            finish();
        }
    }

    /** The server sends no more; what it has sent is told the user now. */
    void answerEnds() {
        answerEnded = true;
    }

    /** All that the server has sent was told, or waits for the user. */
    void answerTold() {
        if (answerEnded && request.ended()) {
            finish();
        }
    }

    boolean answerEnded() {
        return answerEnded;
    }

    /** True when it has left the connection; what has come of the answer may still wait for the user. */
    boolean isOver() {
        return over;
    }

    /**
     * The server gives the stream up.
     *
     * @param refused true when it says that it has done nothing about the request, which is believed until it answers
     */
    void givenUp(boolean refused) {
        lost(refused && !answer.begun() ? StreamUser.StreamLoss.REFUSED : StreamUser.StreamLoss.RESET);
    }

    /** The connection is gone. */
    void lost(StreamUser.StreamLoss how) {
        finish();
        if (!answerEnded || how == StreamUser.StreamLoss.CUT) {
            lose(how);
        }
    }

    private void lose(StreamUser.StreamLoss how) {
        StreamUser loser = user;
        user = null;
        answer.drop();
        if (loser != null) {
            try {
                loser.streamLost(how);
            } catch (RuntimeException | OutOfMemoryError e) {
                connection.loop().events().exchange().error("the loss of a stream could not be told", e);
            }
        }
    }

    /** Leaves the connection. */
    private void finish() {
        if (!over) {
            over = true;
            request.drop();
            if (ending != null) {
                ending.remove();
            }
            connection.over(this);
        }
    }
}
