// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The heads that the benchmarks of HTTP/2 carry: a browser's request as a block of fields, and a node's answer. */
final class SampleHeads {

    /** Octets of the body that the answer's head announces. */
    static final int BODY = 1024;

    private static final int LITERAL = 0;
    private static final int INDEXING = 0x40;
    private static final int INDEXED = 0x80;
    private static final int NEWEST = 62;
    private static final int LONG = 127;

    private static final String[][] FIELDS = {
        {":method", "GET"},
        {":scheme", "https"},
        {":authority", "shop.example.org"},
        {":path", "/catalogue/item?id=4711&colour=blue"},
        {"user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"},
        {"accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"},
        {"accept-language", "en-GB,en;q=0.5"},
        {"accept-encoding", "gzip, deflate, br, zstd"},
        {"referer", "https://shop.example.org/catalogue"},
        {"cookie", "JSESSIONID=5f0c1e7ab29d4c6688f3e1d02a9b7c45.n3"},
        {"cookie", "consent=1"},
        {"te", "trailers"}
    };

    /** The number of the request's fields. */
    static final int COUNT = FIELDS.length;

    private static final String ANSWER = """
            HTTP/1.1 200 OK
            Server: Apache-Coyote/1.1
            Date: Mon, 21 Oct 2013 20:13:21 GMT
            Content-Type: text/html;charset=UTF-8
            Content-Length: 1024
            Cache-Control: private, no-cache
            ETag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
            Vary: Accept-Encoding
            Keep-Alive: timeout=20
            Connection: keep-alive

            """;

    private SampleHeads() {}

    /** The answer's head. */
    static byte[] answer() {
        return ANSWER.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** The request in full, which puts all fields into the decoder's table. */
    static byte[] indexing() {
        return block(INDEXING);
    }

    /** The request in full, which leaves the table as it is. */
    static byte[] literal() {
        return block(LITERAL);
    }

    /** The request by the numbers of its fields, after {@link #indexing} as the first block of a connection. */
    static byte[] indexed() {
        byte[] block = new byte[COUNT];
        for (int k = 0; k < COUNT; k++) {
            block[k] = (byte) (INDEXED + NEWEST + COUNT - 1 - k);
        }
        return block;
    }

    private static byte[] block(int form) {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        for (String[] field : FIELDS) {
            octets.write(form);
            for (String text : field) {
                if (text.length() >= LONG) {
                    throw new IllegalStateException("too long for one octet");
                }
                octets.write(text.length());
                octets.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
            }
        }
        return octets.toByteArray();
    }
}
