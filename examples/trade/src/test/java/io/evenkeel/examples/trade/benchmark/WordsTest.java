// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void aFileIsAlwaysTheSameAndNoOtherOne() throws IOException {
        assertThat(file("/1", 5000)).hasSize(5000).isEqualTo(file("/1", 5000)).isNotEqualTo(file("/2", 5000));
        assertThat(file("/1", 3_000_000)).hasSize(3_000_000).startsWith(file("/1", 5000));
    }

    @Test
    void textCanBeCompressedAsTextCan() throws IOException {
        byte[] file = file("/1", 50_000);
        Deflater deflater = new Deflater();
        deflater.setInput(file);
        deflater.finish();
        int packed = deflater.deflate(new byte[file.length]);
        deflater.end();

        assertThat(packed / (double) file.length).isBetween(0.25, 0.5);
    }

    private static byte[] file(String name, int octets) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Words.write(out, name, octets);
        return out.toByteArray();
    }
}
