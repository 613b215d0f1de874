// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import io.evenkeel.admin.api.ApiRefusal;
import io.javalin.http.Context;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of a form that may be long, such as a configuration of thousands of nodes.
 *
 * <p>Everywhere else the server takes 16 kB, because it keeps a body in memory and anybody may send one. Here the role
 * was looked at before: only administrators change the configuration.
 */
public final class FormBody {

    /**
     * The longest form, as it is encoded: 4 MB, and less while the heap has less than {@value #HEAP_FACTOR} times that.
     */
    public static final int MOST_OCTETS = 4_000_000;

    /** Heap octets for each octet of a form: 20 to read, check and show it, and 2 for another form that waits. */
    private static final int HEAP_FACTOR = 22;

    private static final int LEAST_OCTETS = 64 * 1024;

    private static final String READ = "io.evenkeel.form";
    private static final String BODY = "io.evenkeel.form.body";

    private FormBody() {}

    /**
     * The first value of each field of a body that was {@linkplain #bring brought}; it is decoded once.
     *
     * @throws ApiRefusal when it is not a form
     */
    public static Map<String, String> of(Context context) {
        Map<String, String> read = context.attribute(READ);
        if (read == null) {
            FormReading.Body body = context.attribute(BODY);
            read = decoded(body == null ? new byte[0] : body.octets());
            context.attribute(READ, read);
        }
        return read;
    }

    /** Keeps a body with its request. */
    static void bring(Context context, FormReading.Body body) {
        context.attribute(BODY, body);
    }

    /** One field; empty where it was not sent. */
    public static String field(Context context, String name) {
        return of(context).getOrDefault(name, "");
    }

    /** The refusal of a form that is too long. */
    static ApiRefusal tooLong(int most) {
        return new ApiRefusal(
                413,
                "the form has more than " + most + " bytes, and nothing was changed",
                (most < MOST_OCTETS
                                ? "The heap has no room for a longer one now. Try again in some minutes, or change"
                                : "Change")
                        + " the file on the dispatcher's host, then 'evenkeel reload'.");
    }

    /** The longest form that so much free heap allows, in octets. */
    static int most(long freeOctets) {
        return (int) Math.max(LEAST_OCTETS, Math.min(MOST_OCTETS, freeOctets / HEAP_FACTOR));
    }

    private static Map<String, String> decoded(byte[] body) {
        Map<String, String> fields = new LinkedHashMap<>();
        try {
            for (String pair : new String(body, StandardCharsets.UTF_8).split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    fields.putIfAbsent(word(pair.substring(0, equals)), word(pair.substring(equals + 1)));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new ApiRefusal(400, "the form cannot be read", "Use the page, or encode the fields as it does.");
        }
        return fields;
    }

    private static String word(String encoded) {
        return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
    }
}
