// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.config.address.HostPort;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The facts that a server tells of itself by CONFIG.
 *
 * @param route its jvmRoute, which is also the name of its node
 * @param scheme {@code http} or {@code https}
 * @param balancer shown and of no other effect: the listener names the cluster
 * @param group its load balancing group, shown; empty for none
 */
record ServerFacts(String route, HostPort address, String scheme, String balancer, String group, Hints hints) {

    private static final Pattern ROUTE = Pattern.compile("[A-Za-z0-9._:-]{1,80}");

    /** A name, an address of version 4, or one of version 6 with brackets or without, with a zone or without. */
    private static final Pattern HOST =
            Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+(%[\\w.-]+)?]|[0-9A-Fa-f:.]+(%[\\w.-]+)?");

    private static final Pattern VERSION_4 =
            Pattern.compile("((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(\\.(?!$)|$)){4}");

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._: /-]{0,80}");
    private static final int MOST_PORT = 65_535;
    private static final int MOST_NUMBER = 1_000_000_000;

    /** Wishes about connections, which the cluster's own settings decide here; for INFO and DUMP. */
    record Hints(String flushPackets, int flushWait, int ping, int smax, int ttl, int timeout) {}

    static ServerFacts of(McmpMessage message) throws McmpException {
        String scheme = text(message, "Type", "ajp", WORD).toLowerCase(Locale.ROOT);
        if (scheme.equals("ajp")) {
            throw McmpException.syntax("Type ajp is not supported here: let the server register an http or https"
                    + " connector (WildFly: listener=default, Tomcat: connectorPort of an HTTP connector)");
        }
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw McmpException.syntax("Type field has bad value: http or https is expected");
        }
        int port = number(message, "Port", -1);
        if (port < 1 || port > MOST_PORT) {
            throw McmpException.syntax("Port field has bad value");
        }
        Hints hints = new Hints(
                "on".equalsIgnoreCase(message.value("flushpackets")) ? "On" : "Off",
                number(message, "flushwait", 10),
                number(message, "ping", 10),
                number(message, "smax", -1),
                number(message, "ttl", 60),
                number(message, "Timeout", 0));
        return new ServerFacts(
                route(message),
                address(message.value("Host"), port),
                scheme,
                text(message, "Balancer", "mycluster", WORD),
                text(message, "Domain", "", WORD),
                hints);
    }

    /** True when the host is a name, so that somebody has to be asked for its address. */
    boolean isNamed() {
        return address.host().indexOf(':') < 0
                && !VERSION_4.matcher(address.host()).matches();
    }

    /** The jvmRoute that a message is about. */
    static String route(McmpMessage message) throws McmpException {
        String route = message.value("JVMRoute");
        if (route == null || route.isEmpty()) {
            throw McmpException.syntax("JVMRoute can't be empty");
        }
        if (!ROUTE.matcher(route).matches()) {
            throw McmpException.syntax(
                    "JVMRoute field has bad value: at most 80 letters, digits, dots, colons, dashes and underscores");
        }
        return route;
    }

    private static HostPort address(@Nullable String host, int port) throws McmpException {
        if (host == null || host.isEmpty() || host.length() > 255) {
            throw McmpException.syntax("Host field is missing or too big");
        }
        if (!HOST.matcher(host).matches()) {
            throw McmpException.syntax("Host field has bad value");
        }
        try {
            return HostPort.parse(
                    (host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port);
        } catch (IllegalArgumentException e) {
            throw McmpException.syntax("Host field has bad value");
        }
    }

    private static String text(McmpMessage message, String name, String absent, Pattern form) throws McmpException {
        String value = message.value(name);
        if (value == null) {
            return absent;
        }
        if (!form.matcher(value).matches()) {
            throw McmpException.syntax(name + " field has bad value");
        }
        return value;
    }

    /** A number of a message. */
    static int number(McmpMessage message, String name, int absent) throws McmpException {
        String value = message.value(name);
        if (value == null) {
            return absent;
        }
        try {
            int number = Integer.parseInt(value.strip());
            if (number >= -2 && number <= MOST_NUMBER) {
                return number;
            }
        } catch (NumberFormatException e) {
            // refused below, with numbers that make no sense
        }
        throw McmpException.syntax(name + " field has bad value");
    }
}
