// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.text.FieldNames;
import java.util.List;

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
            "x-original-host",
            "x-rewrite-url",
            "x-host",
            "x-http-host-override",
            "x-scheme",
            "x-url-scheme",
            "front-end-https",
            "base-url",
            "request-uri"));

    private final CacheControl control = new CacheControl();
    private boolean bypasses;
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
        bypasses = head.framing() != Framing.NONE
                || head.upgrades()
                || head.hostAt() == head.hostEnd()
                || head.target().isAsterisk()
                || (head.method() != Method.GET && head.method() != Method.HEAD);
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
                case 'p' ->
                    pragmaNoCache |= head.isNamed(k, PRAGMA)
                            && Octets.equalsLower(octets, head.valueAt(k), head.valueEnd(k), NO_CACHE);
                case 'i' -> condition(head, k);
                case 'r' -> {
                    if (head.isNamed(k, RANGE)) {
                        bypasses |= rangeLine >= 0;
                        rangeLine = k;
                    } else {
                        bypasses |= twists(head, k);
                    }
                }
                case 'b', 'f', 'x' -> bypasses |= twists(head, k);
                default -> {}
            }
        }
    }

    private void condition(RequestHead head, int k) {
        if (head.isNamed(k, IF_NONE_MATCH)) {
            bypasses |= ifNoneMatchLine >= 0;
            ifNoneMatchLine = k;
        } else if (head.isNamed(k, IF_MODIFIED_SINCE)) {
            bypasses |= ifModifiedSinceLine >= 0;
            ifModifiedSinceLine = k;
        } else if (head.isNamed(k, IF_RANGE)) {
            bypasses |= ifRangeLine >= 0;
            ifRangeLine = k;
        } else {
            preconditions |= head.isNamed(k, IF_MATCH) || head.isNamed(k, IF_UNMODIFIED_SINCE);
        }
    }

    private static boolean twists(RequestHead head, int k) {
        byte[] octets = head.octets();
        int from = head.nameAt(k);
        int to = head.nameEnd(k);
        int prefix = from + FORWARDED_PREFIX.length;
        if (to > prefix && Octets.equalsLoosely(octets, from, prefix, FORWARDED_PREFIX)) {
            return !KNOWN.has(octets, from, to);
        }
        return TWISTING.has(octets, from, to);
    }

    /** The client's own directives. */
    public CacheControl control() {
        return control;
    }

    /** True when the request is neither answered from the cache nor its answer stored. */
    public boolean bypasses() {
        return bypasses;
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

    public int ifNoneMatchLine() {
        return ifNoneMatchLine;
    }

    public int ifModifiedSinceLine() {
        return ifModifiedSinceLine;
    }

    /** True when the client has an answer and asks whether it is still good. */
    public boolean conditional() {
        return ifNoneMatchLine >= 0 || ifModifiedSinceLine >= 0;
    }
}
