// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge;

import io.evenkeel.config.listener.RedirectSettings;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.condition.HostName;
import io.evenkeel.dispatcher.condition.HostPattern;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends clients elsewhere. What they said of path and query goes back percent-encoded where it is no octet of a URI, so
 * it can neither end a line nor be read as another host. Immutable.
 */
public final class RedirectRule {

    private static final String HTTPS = "https://{host}";
    private static final String REST = "{path}{query}";
    private static final PercentEncoding ENCODING = new PercentEncoding("-._~:/?#@!$&'()*+,;=%");

    private enum Kind {
        TEXT,
        HOST,
        PATH,
        QUERY
    }

    /** A piece of the address; its text counts where it stands for nothing else. */
    private static final class Part {
        private final Kind kind;
        private final byte[] text;

        Part(Kind kind, byte[] text) {
            this.kind = kind;
            this.text = text;
        }
    }

    private final List<Part> parts = new ArrayList<>();
    private final List<HostPattern> hosts;
    private final int status;
    private final boolean secures;

    /** @param routeHost the host of the route, which its requests have; null for any */
    RedirectRule(RedirectSettings settings, @Nullable String routeHost) {
        status = settings.status();
        secures = settings.to().equals(RedirectSettings.HTTPS);
        String port = settings.port() == null ? "" : ":" + settings.port();
        split(secures ? HTTPS + port + REST : settings.to());
        List<String> named = settings.hosts().isEmpty() && routeHost != null ? List.of(routeHost) : settings.hosts();
        boolean keepsHost = parts.stream().anyMatch(part -> part.kind == Kind.HOST);
        hosts = keepsHost ? named.stream().map(HostPattern::new).toList() : List.of();
    }

    private void split(String template) {
        int at = 0;
        while (at < template.length()) {
            int open = template.indexOf('{', at);
            int end = open < 0 ? template.length() : open;
            if (end > at) {
                parts.add(new Part(Kind.TEXT, Octets.ascii(template.substring(at, end))));
            }
            if (open < 0) {
                return;
            }
            int close = template.indexOf('}', open);
            Kind kind = switch (template.substring(open + 1, close)) {
                case "host" -> Kind.HOST;
                case "path" -> Kind.PATH;
                default -> Kind.QUERY;
            };
            parts.add(new Part(kind, new byte[0]));
            at = close + 1;
        }
    }

    /** True when requests are answered; false for those that came by https already, where that is all it is about. */
    public boolean applies(RequestHead head, Origin origin) {
        return !secures || !origin.isHttps(head);
    }

    public int status() {
        return status;
    }

    /** True when the host of a request may be kept, or need not. */
    public boolean knows(RequestHead head) {
        boolean keepsHost = parts.stream().anyMatch(part -> part.kind == Kind.HOST);
        if (!keepsHost) {
            return true;
        }
        return head.hostEnd() > head.hostAt()
                && (hosts.isEmpty() || hosts.stream().anyMatch(host -> host.fits(head)));
    }

    /**
     * Writes the address.
     *
     * @param octets hold path and query as nodes would get them between {@code from} and {@code to}
     */
    public void write(RequestHead head, byte[] octets, int from, int to, HeadBuffer out) {
        int query = Octets.indexOf(octets, from, to, (byte) '?');
        for (Part part : parts) {
            switch (part.kind) {
                case TEXT -> out.add(part.text);
                case HOST -> {
                    int hostAt = head.hostAt();
                    out.add(head.octets(), hostAt, HostName.withoutPort(head.octets(), hostAt, head.hostEnd()));
                }
                case PATH -> {
                    if (from == query || octets[from] != '/') {
                        out.add((byte) '/');
                    }
                    ENCODING.write(octets, from, query, out);
                }
                case QUERY -> ENCODING.write(octets, query, to, out);
            }
        }
    }
}
