// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one request after another that a cache must know, read in one pass over its fields.
 *
 * <p>A request {@link #bypasses} the cache when a server could take it for one of another URL, host or method than the
 * key says: it has a body, or one of the fields by which frameworks let clients say so. Line numbers are those of the
 * head, good as long as it is. Threads: its owner's.
 */
public final class RequestTerms {

    private static final byte[] CACHE_CONTROL = Octets.ascii("cache-control");
    private static final byte[] PRAGMA = Octets.ascii("pragma");
    private static final byte[] NO_CACHE = Octets.ascii("no-cache");
    private static final byte[] COOKIE = Octets.ascii("cookie");
    private static final byte[] AUTHORIZATION = Octets.ascii("authorization");
    private static final byte[] RANGE = Octets.ascii("range");
    private static final byte[] IF_RANGE = Octets.ascii("if-range");
    private static final byte[] IF_MATCH = Octets.ascii("if-match");
    private static final byte[] IF_NONE_MATCH = Octets.ascii("if-none-match");
    private static final byte[] IF_MODIFIED_SINCE = Octets.ascii("if-modified-since");
    private static final byte[] IF_UNMODIFIED_SINCE = Octets.ascii("if-unmodified-since");
    private static final byte[] FORWARDED_PREFIX = Octets.ascii("x-forwarded-");

    /** Fields of the plug-in of WebSphere, which Liberty believes of everybody by default: name, port, scheme. */
    private static final byte[] PLUG_IN_PREFIX = Octets.ascii("$ws");

    /** Fields about the origin that the gateway writes itself, or passes on from peers that are believed. */
    private static final FieldNames KNOWN =
            FieldNames.of(List.of("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-forwarded-port"));

    private static final FieldNames TWISTING = FieldNames.of(List.of(
            "x-http-method-override",
            "x-http-method",
            "x-method-override",
            "x-original-method",
            "x-original-url",
            "x-original-uri",
            "x-original-path",
            "x-original-host",
            "x-rewrite-url",
            "x-rewrite-uri",
            "x-replaced-path",
            "x-envoy-original-path",
            "x-override-url",
            "x-http-path-override",
            "x-script-name",
            "script-name",
            "x-host",
            "x-host-override",
            "x-http-host-override",
            "x-scheme",
            "x-url-scheme",
            "x-proxied-https",
            "front-end-https",
            "wl-proxy-ssl",
            "proxy-ssl-id",
            "proxy-auth-cert",
            "base-url",
            "request-uri"));

    private final CacheControl control = new CacheControl();
    private boolean otherMethod;
    private @Nullable BypassReason bypass;
    private int twistingLine;
    private boolean authorized;
    private boolean cookies;
    private boolean pragmaNoCache;
    private boolean preconditions;
    private int rangeLine;
    private int ifRangeLine;
    private int ifNoneMatchLine;
    private int ifModifiedSinceLine;

    /** Reads a request. */
    public void read(RequestHead head) {
        control.clear();
        otherMethod = head.method() != Method.GET && head.method() != Method.HEAD;
        bypass = ofForm(head);
        twistingLine = -1;
        authorized = false;
        cookies = false;
        pragmaNoCache = false;
        preconditions = false;
        rangeLine = -1;
        ifRangeLine = -1;
        ifNoneMatchLine = -1;
        ifModifiedSinceLine = -1;
        byte[] octets = head.octets();
        for (int k = 0; k < head.fields(); k++) {
            switch (octets[head.nameAt(k)] | 0x20) {
                case 'a' -> authorized |= head.isNamed(k, AUTHORIZATION);
                case 'c' -> {
                    if (head.isNamed(k, CACHE_CONTROL)) {
                        control.add(octets, head.valueAt(k), head.valueEnd(k));
                    } else {
                        cookies |= head.isNamed(k, COOKIE);
                    }
                }
                case 'p' -> {
                    if (head.isNamed(k, PRAGMA)) {
                        pragmaNoCache |= Octets.equalsLower(octets, head.valueAt(k), head.valueEnd(k), NO_CACHE);
                    } else {
                        untwisted(head, k);
                    }
                }
                case 'i' -> condition(head, k);
                case 'r' -> {
                    if (head.isNamed(k, RANGE)) {
                        once(rangeLine, BypassReason.SEVERAL_RANGES);
                        rangeLine = k;
                    } else {
                        untwisted(head, k);
                    }
                }
                case 'b', 'f', 's', 'w', 'x', '$' -> untwisted(head, k);
                default -> {}
            }
        }
    }

    private static @Nullable BypassReason ofForm(RequestHead head) {
        if (head.framing() != Framing.NONE) {
            return BypassReason.BODY;
        } else if (head.upgrades()) {
            return BypassReason.UPGRADE;
        } else if (head.hostAt() == head.hostEnd()) {
            return BypassReason.NO_HOST;
        }
        return head.target().isAsterisk() ? BypassReason.NO_URL : null;
    }

    /** Notes a second line of a field that may have one only. */
    private void once(int lineBefore, BypassReason reason) {
        if (lineBefore >= 0) {
            bypass = reason;
        }
    }

    private void untwisted(RequestHead head, int k) {
        if (twists(head, k)) {
            bypass = BypassReason.ANOTHER_REQUEST;
            twistingLine = k;
        }
    }

    private void condition(RequestHead head, int k) {
        if (head.isNamed(k, IF_NONE_MATCH)) {
            ifNoneMatchLine = ifNoneMatchLine < 0 ? k : ifNoneMatchLine;
        } else if (head.isNamed(k, IF_MODIFIED_SINCE)) {
            once(ifModifiedSinceLine, BypassReason.SEVERAL_CONDITIONS);
            ifModifiedSinceLine = k;
        } else if (head.isNamed(k, IF_RANGE)) {
            once(ifRangeLine, BypassReason.SEVERAL_CONDITIONS);
            ifRangeLine = k;
        } else {
            preconditions |= head.isNamed(k, IF_MATCH) || head.isNamed(k, IF_UNMODIFIED_SINCE);
        }
    }

    private static boolean twists(RequestHead head, int k) {
        byte[] octets = head.octets();
        int from = head.nameAt(k);
        int to = head.nameEnd(k);
        if (to - from > PLUG_IN_PREFIX.length
                && Octets.equalsLower(octets, from, from + PLUG_IN_PREFIX.length, PLUG_IN_PREFIX)) {
            return true;
        }
        int prefix = from + FORWARDED_PREFIX.length;
        if (to > prefix && Octets.equalsLoosely(octets, from, prefix, FORWARDED_PREFIX)) {
            return !KNOWN.has(octets, from, to);
        }
        return TWISTING.has(octets, from, to);
    }

    /**
     * True for a request whose answer may be that of others, too.
     *
     * @param head that was read
     * @param restricted true when it proves who sent it
     */
    public boolean isPlain(RequestHead head, boolean restricted) {
        return head.method() == Method.GET && rangeLine < 0 && !restricted && !control.noStore();
    }

    /**
     * True for a request that may wait for the answer to another one.
     *
     * @param asks true when there is an old answer that a node can confirm
     */
    public boolean mayWait(RequestHead head, boolean restricted, boolean asks) {
        return isPlain(head, restricted) && (asks || !conditional());
    }

    /** The client's own directives. */
    public CacheControl control() {
        return control;
    }

    /** True when the request is neither answered from the cache nor its answer stored. */
    public boolean bypasses() {
        return otherMethod || bypass != null;
    }

    /** The reason for which a GET or HEAD is not for the cache; null when it is for it. */
    public @Nullable BypassReason bypass() {
        return bypass == null && preconditions ? BypassReason.PRECONDITION : bypass;
    }

    /** The last line by which a server could take the request for another one; -1 for none. */
    public int twistingLine() {
        return twistingLine;
    }

    /** True when the request shows credentials. */
    public boolean authorized() {
        return authorized;
    }

    /** True when the request has cookies. */
    public boolean cookies() {
        return cookies;
    }

    /** True when the client wants no answer that was not validated just now. */
    public boolean wantsValidated() {
        return control.noCache() || (pragmaNoCache && !control.isPresent());
    }

    /** True when the node must judge conditions that a cache cannot. */
    public boolean preconditions() {
        return preconditions;
    }

    /** The line of a range; -1 for none. */
    public int rangeLine() {
        return rangeLine;
    }

    public int ifRangeLine() {
        return ifRangeLine;
    }

    /** The first line of {@code If-None-Match}; others may follow, which belong to the same list; -1 for none. */
    public int ifNoneMatchLine() {
        return ifNoneMatchLine;
    }

    /** True for a line of the list that {@link #ifNoneMatchLine} begins. */
    static boolean isIfNoneMatch(RequestHead head, int line) {
        return head.isNamed(line, IF_NONE_MATCH);
    }

    public int ifModifiedSinceLine() {
        return ifModifiedSinceLine;
    }

    /** True when the client has an answer and asks whether it is still good. */
    public boolean conditional() {
        return ifNoneMatchLine >= 0 || ifModifiedSinceLine >= 0;
    }
}
