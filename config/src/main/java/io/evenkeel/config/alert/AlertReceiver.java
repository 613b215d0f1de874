// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.alert;

import io.evenkeel.config.address.HostPort;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Somebody who is told of alerts. */
public sealed interface AlertReceiver {

    /** Unique among the receivers. */
    String name();

    /** False when only what begins is told, not what ends. */
    boolean resolved();

    /**
     * A server that takes JSON as the one of Prometheus' Alertmanager, version 4.
     *
     * @param url its path and query may be all that proves who sends, so {@link #shown} leaves them out
     * @param token sent as a bearer's; null for none
     * @param user for basic authentication; null for none
     * @param password of the user
     * @param ca file of the authorities that confirm an https server; null for those of Java
     * @param timeout the longest time for a try
     */
    record Webhook(
            String name,
            boolean resolved,
            URI url,
            @Nullable String token,
            @Nullable String user,
            @Nullable String password,
            @Nullable Path ca,
            Duration timeout)
            implements AlertReceiver {

        /** A URL as people may see it: stars stand for its path and query, where it has more than {@code /}. */
        public static String shown(URI url) {
            String server = url.getScheme() + "://" + url.getRawAuthority();
            return url.toString().length() <= server.length() + 1 ? url.toString() : server + "/********";
        }

        @Override
        public String toString() {
            return "Webhook[" + name + ", " + shown(url) + "]";
        }
    }

    /**
     * Addresses that get mail.
     *
     * @param server that takes it, by SMTP
     * @param user null when the server needs none
     * @param ca file of the authorities that confirm the server; null for those of Java
     * @param timeout the longest time for each answer of the server
     */
    record Mail(
            String name,
            boolean resolved,
            HostPort server,
            Security security,
            String from,
            List<String> to,
            @Nullable String user,
            @Nullable String password,
            @Nullable Path ca,
            Duration timeout)
            implements AlertReceiver {

        public Mail {
            to = List.copyOf(to);
        }

        @Override
        public String toString() {
            return "Mail[" + name + ", " + server + "]";
        }
    }

    /** The way in which a connection to a mail server is encrypted. */
    enum Security {
        /** STARTTLS, which the server must offer. */
        STARTTLS,
        /** TLS from the first octet. */
        TLS,
        /** No encryption. */
        NONE
    }

    /**
     * A program on the dispatcher's host.
     *
     * @param command its file and its arguments; no shell looks at them
     * @param timeout after which it is killed
     */
    record Command(String name, boolean resolved, List<String> command, Duration timeout) implements AlertReceiver {

        public Command {
            command = List.copyOf(command);
        }

        @Override
        public String toString() {
            return "Command[" + name + "]";
        }
    }
}
