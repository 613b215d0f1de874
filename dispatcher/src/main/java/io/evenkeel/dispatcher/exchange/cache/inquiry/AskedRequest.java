// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.inquiry;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.control.CacheQuestion;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request that somebody describes, as a client would send it.
 *
 * @param https the scheme of its URL
 * @param port that of the URL, or of its scheme where it names none
 * @param head the head in octets
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AskedRequest(boolean https, int port, byte[] head) {

    private static final Pattern URL =
            Pattern.compile("(?i)(https?)://([^/?#@\\s]+?)(?::([0-9]{1,5}))?([/?][!-~&&[^#]]*)?");
    private static final Pattern METHOD = Pattern.compile("[A-Za-z][A-Za-z-]{0,31}");
    private static final Pattern FIELD = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t -~]*");
    private static final int LONGEST = 16_384;

    /** @throws IllegalArgumentException for what is no request, with a sentence */
    static AskedRequest of(CacheQuestion question) {
        Matcher url = URL.matcher(question.url());
        if (question.url().length() > LONGEST || !url.matches()) {
            throw new IllegalArgumentException(
                    "'" + question.url() + "' is not a URL such as https://shop.example.org/a?b");
        }
        if (!METHOD.matcher(question.method()).matches()) {
            throw new IllegalArgumentException("'" + question.method() + "' is not a method such as GET");
        }
        boolean https = url.group(1).toLowerCase(Locale.ROOT).equals("https");
        boolean named = url.group(3) != null;
        String authority = url.group(2) + (named ? ":" + url.group(3) : "");
        String target = url.group(4) == null ? "/" : url.group(4);
        StringBuilder head = new StringBuilder()
                .append(question.method().toUpperCase(Locale.ROOT))
                .append(' ')
                .append(target.charAt(0) == '/' ? target : "/" + target)
                .append(" HTTP/1.1\r\nHost: ")
                .append(authority)
                .append("\r\n");
        for (String field : question.fields()) {
            if (field.length() > LONGEST || !FIELD.matcher(field).matches()) {
                throw new IllegalArgumentException(
                        "'" + field + "' is not a header line such as Accept-Encoding: gzip");
            }
            head.append(field).append("\r\n");
        }
        int port = named ? Integer.parseInt(url.group(3)) : https ? 443 : 80;
        return new AskedRequest(https, port, Octets.ascii(head.append("\r\n").toString()));
    }
}
