// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import io.evenkeel.dispatcher.kit.Message.Field;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules of HTTP/2 about the form of a request, written from RFC 9113 and not from the dispatcher: a request that
 * breaks one is malformed, a stream error of type PROTOCOL_ERROR (§8.1.1), which is no answer. Any other request that
 * is refused gets the answer that it would get in HTTP/1.
 */
final class MalformedHttp2 {

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** A field's name is a token in lower case (§8.2.1). */
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9a-z-]+");

    /** Without NUL, CR and LF, and without white space at its ends (§8.2.1). */
    private static final Pattern VALUE = Pattern.compile("([^\\x00\\r\\n \\t]([^\\x00\\r\\n]*[^\\x00\\r\\n \\t])?)?");

    /** A host and a port as RFC 3986 spells them, without a user (§8.3.1), and without the comma, which joins lists. */
    private static final Pattern AUTHORITY = Pattern.compile("[A-Za-z0-9._~!$&'()*+;=:%\\[\\]-]+");

    /** A path begins with a slash, and has neither blanks nor control characters; the asterisk is for OPTIONS. */
    private static final Pattern PATH = Pattern.compile("/[^\\x00-\\x20\\x7f]*");

    /** Fields about the connection (§8.2.2). */
    private static final Set<String> OF_CONNECTIONS =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

    private MalformedHttp2() {}

    /** True for a request that breaks a rule. */
    static boolean is(Http2Request request) {
        List<Field> fields = request.fields();
        return !TOKEN.matcher(request.method()).matches()
                || pseudo(request)
                || fields.stream().filter(each -> !each.name().startsWith(":")).anyMatch(MalformedHttp2::isWrong)
                || hosts(request)
                || lengths(request);
    }

    private static boolean pseudo(Http2Request request) {
        String path = value(request, ":path");
        boolean authority = has(request, ":authority")
                && !AUTHORITY.matcher(value(request, ":authority")).matches();
        boolean asterisk = path.equals("*") && request.method().equals("OPTIONS");
        // CONNECT has neither a scheme nor a path (§8.5), and these requests have both
        return authority
                || request.method().equals("CONNECT")
                || !(asterisk || PATH.matcher(path).matches());
    }

    private static boolean isWrong(Field field) {
        return !NAME.matcher(field.name()).matches()
                || !VALUE.matcher(field.value()).matches()
                || OF_CONNECTIONS.contains(field.name());
    }

    /** Host says what :authority says, once (§8.3.1). */
    private static boolean hosts(Http2Request request) {
        List<String> hosts = values(request, "host");
        return hosts.size() > 1
                || hosts.contains("")
                || (has(request, ":authority")
                        && hosts.stream().anyMatch(each -> !each.equalsIgnoreCase(value(request, ":authority"))));
    }

    /** Content-Length is the number of octets of DATA, however often it says so (§8.1.1). */
    private static boolean lengths(Http2Request request) {
        Pattern octets = Pattern.compile("0*" + request.body().length());
        return values(request, "content-length").stream()
                .anyMatch(each -> !octets.matcher(each).matches());
    }

    private static boolean has(Http2Request request, String name) {
        return !values(request, name).isEmpty();
    }

    private static String value(Http2Request request, String name) {
        return values(request, name).stream().findFirst().orElse("");
    }

    private static List<String> values(Http2Request request, String name) {
        return request.fields().stream()
                .filter(each -> each.name().equals(name))
                .map(Field::value)
                .toList();
    }
}
