// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.head;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.exchange.cache.rule.AnswerTerms;
import io.evenkeel.dispatcher.exchange.cache.rule.EntityTags;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import java.nio.charset.StandardCharsets;

/** The conditions by which a node is asked whether a stored answer is still good (RFC 9111 §4.3.1). */
public final class Validators {

    private static final byte[] TAG = Octets.ascii("If-None-Match: ");
    private static final byte[] SINCE = Octets.ascii("If-Modified-Since: ");
    private static final byte[] TAG_NAME = Octets.ascii("if-none-match");
    private static final byte[] SINCE_NAME = Octets.ascii("if-modified-since");
    private static final byte[] ETAG_NAME = Octets.ascii("etag");

    private Validators() {}

    /**
     * Puts the conditions of the cache in the place of the client's.
     *
     * @param toNode the head that is changed
     * @param reader room to read it
     */
    public static void put(AnswerTerms stored, HeadBuffer toNode, RequestHead reader) {
        HeadBuffer changed = without(toNode, reader);
        String etag = stored.etag();
        if (etag != null) {
            changed.add(TAG);
            changed.add(etag.getBytes(StandardCharsets.ISO_8859_1));
            changed.endLine();
        }
        String lastModified = stored.lastModified();
        if (lastModified != null) {
            changed.add(SINCE);
            changed.add(lastModified.getBytes(StandardCharsets.ISO_8859_1));
            changed.endLine();
        }
        end(changed, toNode);
    }

    /**
     * Takes all conditions away by which a node may say that an answer is still good.
     *
     * @param toNode the head that is changed
     * @param reader room to read it
     */
    public static void drop(HeadBuffer toNode, RequestHead reader) {
        end(without(toNode, reader), toNode);
    }

    private static void end(HeadBuffer changed, HeadBuffer toNode) {
        changed.endLine();
        toNode.clear(changed.length());
        toNode.add(changed.octets(), 0, changed.length());
    }

    /** The lines of a head without these conditions, and without its empty line. */
    private static HeadBuffer without(HeadBuffer toNode, RequestHead reader) {
        int length = toNode.length();
        if (reader.read(toNode.octets(), 0, length, RequestLimits.NONE) != length) {
            throw new IllegalStateException("a head that was written cannot be read");
        }
        HeadBuffer changed = new HeadBuffer(length + 256);
        int from = 0;
        for (int k = 0; k < reader.fields(); k++) {
            if (reader.isNamed(k, TAG_NAME) || reader.isNamed(k, SINCE_NAME)) {
                changed.add(reader.octets(), from, reader.nameAt(k));
                from = k + 1 < reader.fields() ? reader.nameAt(k + 1) : length - 2;
            }
        }
        changed.add(reader.octets(), from, length - 2);
        return changed;
    }

    /**
     * True when a 304 has the tag of another version than the stored one, so that nothing stored may be updated with it
     * (RFC 9111 §4.3.4). Tags are compared weakly, because servers that pack answers on their way out weaken the tag
     * of an answer and not that of its 304.
     */
    public static boolean nameAnother(AnswerTerms stored, ResponseHead confirming) {
        String etag = stored.etag();
        if (etag == null) {
            return false;
        }
        byte[] mine = etag.getBytes(StandardCharsets.ISO_8859_1);
        byte[] octets = confirming.octets();
        for (int k = 0; k < confirming.fields(); k++) {
            if (Octets.equalsLower(octets, confirming.nameAt(k), confirming.nameEnd(k), ETAG_NAME)
                    && EntityTags.isTag(octets, confirming.valueAt(k), confirming.valueEnd(k))
                    && !EntityTags.has(octets, confirming.valueAt(k), confirming.valueEnd(k), mine)) {
                return true;
            }
        }
        return false;
    }
}
