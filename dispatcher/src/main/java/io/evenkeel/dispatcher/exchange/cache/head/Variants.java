// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.head;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswer;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswers;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored answer of a URL that is for a request: same way, same values of the fields that Vary names. The values are
 * those that nodes get, because it is those that nodes choose by.
 */
public final class Variants {

    private Variants() {}

    /**
     * Finds the answer, which is retained then; null for none.
     *
     * @param restricted true for a request that only gets answers which say that they are for everybody
     */
    public static @Nullable StoredAnswer find(
            StoredAnswers resource,
            String scope,
            String cluster,
            String told,
            boolean restricted,
            HeadBuffer toNode,
            RequestHead reader) {
        boolean read = false;
        List<StoredAnswer> answers = resource.answers();
        for (int k = 0; k < answers.size(); k++) {
            StoredAnswer each = answers.get(k);
            if (!each.request().isBeside(scope, cluster, told)
                    || (restricted && !each.terms().shared())) {
                continue;
            }
            if (!each.terms().vary().isEmpty() && !read) {
                read = reader.read(toNode.octets(), 0, toNode.length(), RequestLimits.NONE) > 0;
                if (!read) {
                    return null;
                }
            }
            if (agrees(each, reader)) {
                return each.retain() ? each : null;
            }
        }
        return null;
    }

    private static boolean agrees(StoredAnswer answer, RequestHead reader) {
        return differing(answer, reader) < 0;
    }

    /**
     * The first of the fields that Vary names in which a request differs from the one that was answered, by its number;
     * -1 for none.
     *
     * @param reader has read the head as nodes get it; not looked at when Vary names no field
     */
    public static int differing(StoredAnswer answer, RequestHead reader) {
        List<byte[]> names = answer.terms().vary();
        if (names.size() != answer.request().varied().size()) {
            return 0;
        }
        for (int k = 0; k < names.size(); k++) {
            byte[] wanted = answer.request().varied().get(k);
            if (!isValue(reader, names.get(k), wanted)) {
                return k;
            }
        }
        return -1;
    }

    /** True when the lines of a name, put together, are a value; null for no line. */
    private static boolean isValue(RequestHead head, byte[] name, byte @Nullable [] wanted) {
        int only = head.lineBefore(head.fields(), name);
        if (only < 0 || wanted == null) {
            return only < 0 && wanted == null;
        }
        if (head.lineBefore(only, name) < 0) {
            return Arrays.equals(head.octets(), head.valueAt(only), head.valueEnd(only), wanted, 0, wanted.length);
        }
        return Arrays.equals(value(head, name), wanted);
    }

    /** The values of the fields of a request that have these names. */
    public static List<byte @Nullable []> values(List<byte[]> names, HeadBuffer toNode, RequestHead reader) {
        List<byte @Nullable []> values = new ArrayList<>();
        if (!names.isEmpty() && reader.read(toNode.octets(), 0, toNode.length(), RequestLimits.NONE) < 0) {
            throw new IllegalStateException("a head that was written cannot be read");
        }
        for (byte[] name : names) {
            values.add(value(reader, name));
        }
        return values;
    }

    private static byte @Nullable [] value(RequestHead head, byte[] name) {
        HeadBuffer joined = null;
        for (int k = 0; k < head.fields(); k++) {
            if (head.isNamed(k, name)) {
                if (joined == null) {
                    joined = new HeadBuffer(64);
                } else {
                    joined.add((byte) ',');
                }
                joined.add(head.octets(), head.valueAt(k), head.valueEnd(k));
            }
        }
        return joined == null ? null : Arrays.copyOf(joined.octets(), joined.length());
    }
}
