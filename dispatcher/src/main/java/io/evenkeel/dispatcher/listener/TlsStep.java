// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.admission.handshake.HandshakeRation;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.engine.tls.LingeringClose;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.engine.tls.TlsConnection;
import io.evenkeel.dispatcher.engine.tls.TlsContext;
import io.evenkeel.dispatcher.engine.tls.TlsFailure;
import io.evenkeel.dispatcher.engine.tls.hello.ClientHello;
import io.evenkeel.dispatcher.engine.tls.hello.HelloFault;
import io.evenkeel.dispatcher.http.Refusal;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A TLS handshake as the server. The ClientHello is read whole before anything of TLS exists for the client; it chooses
 * the certificate, and those who cannot be served are refused by then.
 */
public final class TlsStep implements NegotiationStep {

    /** The longest time until a handshake has succeeded. */
    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private static final int INTERNAL_ERROR = 80;
    private static final int UNRECOGNIZED_NAME = 112;
    private static final int NO_APPLICATION_PROTOCOL = 120;

    private static final String ADVICE = "This port speaks HTTPS: write https:// in front of the address.\n";

    private static final byte[] ANSWER_TO_HTTP = Octets.ascii("HTTP/1.1 400 Bad Request\r\n"
            + "Content-Type: text/plain; charset=utf-8\r\n"
            + "Content-Length: " + ADVICE.length() + "\r\n"
            + "Connection: close\r\n\r\n"
            + ADVICE);

    private final TlsCertificates certificates;
    private final ClientHello hello = new ClientHello();
    private @Nullable TlsConnection secure;
    private Refusal refusal = Refusal.TLS_FAILED;
    private byte @Nullable [] lastWords;
    private @Nullable Throwable broken;
    private @Nullable HandshakeRation ration;
    private boolean claims;
    private long tookNs;

    /** @param certificates those of the listener */
    public TlsStep(TlsCertificates certificates) {
        this.certificates = certificates;
    }

    @Override
    public long patienceNs() {
        return PATIENCE_NS;
    }

    @Override
    public StepProgress take(Negotiation within, ByteBuf octets) {
        TlsConnection begun = secure;
        if (begun != null) {
            TlsFacts facts = begun.tls();
            if (facts == null) {
                return StepProgress.MORE;
            }
            claimed(facts.resumed());
            return facts.provesName() ? StepProgress.ENOUGH : StepProgress.DONE;
        }
        return switch (hello.read(octets)) {
            case MORE -> StepProgress.MORE;
            case BAD -> refuse(Objects.requireNonNull(hello.fault()));
            case WHOLE -> begin(within, octets);
        };
    }

    private StepProgress begin(Negotiation within, ByteBuf octets) {
        Loop loop = within.connection().loop();
        HandshakeRation rationed = certificates.ration();
        long beginNs = rationed == null ? 0 : loop.nowNs();
        if (rationed != null && !rationed.admits(hello.resumes(), beginNs)) {
            return refuse(Refusal.HANDSHAKES_RATIONED, alert(INTERNAL_ERROR));
        }
        TlsConnection made = null;
        TlsContext gone = null;
        while (made == null) {
            TlsContext context = certificates.find(hello);
            if (context == null || context == gone) {
                return refuse(Refusal.UNKNOWN_SERVER_NAME, alert(UNRECOGNIZED_NAME));
            }
            if (hello.namesProtocols()
                    && !context.rules().protocols().isEmpty()
                    && context.rules().protocols().stream().noneMatch(hello::offers)) {
                return refuse(Refusal.NO_COMMON_PROTOCOL, alert(NO_APPLICATION_PROTOCOL));
            }
            // Null only when others have taken the place of the context since it was found.
            made = TlsConnection.server(within.connection(), context, hello.serverName());
            gone = context;
        }
        secure = made;
        within.layer(made);
        made.begin(octets);
        if (rationed != null) {
            ration = rationed;
            tookNs = loop.nowNs() - beginNs;
            claims = hello.resumes();
            if (!claims) {
                rationed.took(tookNs);
            }
        }
        return StepProgress.MORE;
    }

    /** Tells the ration what has become of a claim to resume a session. */
    private void claimed(boolean resumed) {
        if (claims && ration != null) {
            claims = false;
            ration.claimed(resumed, tookNs);
        }
    }

    private StepProgress refuse(HelloFault fault) {
        Refusal why = switch (fault) {
            case PLAIN_HTTP -> Refusal.PLAIN_HTTP;
            case NOT_TLS -> Refusal.NOT_TLS;
            case TOO_LONG -> Refusal.HELLO_TOO_LONG;
            case MALFORMED, OUT_OF_PLACE, FORBIDDEN, OTHER_VERSION -> Refusal.BAD_HELLO;
            case BAD_NAME -> Refusal.BAD_SERVER_NAME;
        };
        return refuse(why, fault == HelloFault.PLAIN_HTTP ? ANSWER_TO_HTTP : alert(fault.alert()));
    }

    private StepProgress refuse(Refusal why, byte[] words) {
        refusal = why;
        lastWords = words;
        return StepProgress.MALFORMED;
    }

    /** A fatal alert in a record of its own. */
    private static byte[] alert(int description) {
        return new byte[] {21, 3, 3, 0, 2, 2, (byte) description};
    }

    @Override
    public Refusal refusal(StepFailure how) {
        return switch (how) {
            case LATE -> Refusal.TLS_TIMEOUT;
            case ENDED -> Refusal.TLS_ABORTED;
            case MALFORMED, BROKEN -> refusal;
        };
    }

    @Override
    public void brokenBy(Throwable cause) {
        broken = cause;
        refusal = cause instanceof TlsFailure ? Refusal.TLS_FAILED : Refusal.TLS_ABORTED;
    }

    /** Says the last words. A connection of TLS that is broken has said its own, and ends by itself. */
    @Override
    public boolean end(Connection connection, ConnectionHandler owner, StepFailure how) {
        claimed(false);
        connection.loop().events().listener().debug(() -> text(connection, how));
        byte[] words = lastWords;
        if (words != null) {
            connection.write(Unpooled.wrappedBuffer(words));
            LingeringClose.of(connection, owner);
        } else if (how != StepFailure.BROKEN) {
            connection.closeWhenSent();
        }
        return true;
    }

    private String text(Connection connection, StepFailure how) {
        Throwable cause = broken;
        return "no TLS with " + connection.remoteAddress() + " for " + hello.serverName() + ": "
                + refusal(how).reason() + (cause == null ? "" : ": " + cause.getMessage());
    }
}
