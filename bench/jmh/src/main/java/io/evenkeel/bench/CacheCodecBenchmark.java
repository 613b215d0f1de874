// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.bench;

import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FastDecompressor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The codecs that the packed tier of the cache could have: time to pack and to unpack one answer. What is left of its
 * octets is printed before. Between direct buffers, as the cache does it; one thread.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class CacheCodecBenchmark {

    /** Content: a page of HTML with a table, a list in JSON, made-up prose; 16 kB each. */
    @Param({"page", "json", "prose"})
    private String content = "page";

    @Param({"zstd-1", "zstd-3", "zstd-6", "lz4", "lz4-high"})
    private String codec = "zstd-3";

    private static final int LENGTH = 16 << 10;

    private final ByteBuffer whole = ByteBuffer.allocateDirect(LENGTH);
    private final ByteBuffer packed = ByteBuffer.allocateDirect(2 * LENGTH);
    private final ByteBuffer unpacked = ByteBuffer.allocateDirect(LENGTH);
    private final LZ4FastDecompressor decompressor =
            LZ4Factory.fastestInstance().fastDecompressor();
    private LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
    private int level;
    private int packedLength;

    /** Makes the content. */
    @Setup
    public void prepare() {
        level = codec.startsWith("zstd-") ? Integer.parseInt(codec.substring("zstd-".length())) : 0;
        if (codec.equals("lz4-high")) {
            compressor = LZ4Factory.fastestInstance().highCompressor();
        }
        byte[] octets = text(content).substring(0, LENGTH).getBytes(StandardCharsets.US_ASCII);
        whole.put(octets).flip();
        packedLength = packed();
        if (unpacked() != LENGTH || !unpacked.clear().equals(whole)) {
            throw new IllegalStateException(codec + " does not give back what it has packed");
        }
        System.out.printf(Locale.ROOT, "%s leaves %.1f %% of %s%n", codec, 100.0 * packedLength / LENGTH, content);
    }

    private static String text(String kind) {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder(2 * LENGTH);
        for (int k = 0; text.length() < LENGTH; k++) {
            switch (kind) {
                case "page" ->
                    text.append(String.format(
                            Locale.ROOT,
                            "<tr><td><a href=\"/trade/quote?symbol=s%d\">s%d</a></td><td>%.2f</td><td>%+.2f</td></tr>%n",
                            k,
                            k,
                            random.nextDouble(10, 300),
                            random.nextDouble(-5, 5)));
                case "json" ->
                    text.append(String.format(
                            Locale.ROOT,
                            "{\"id\":%d,\"account\":\"uid:%d\",\"symbol\":\"s:%d\",\"price\":%.2f,\"open\":%b},",
                            random.nextInt(1_000_000),
                            random.nextInt(15_000),
                            random.nextInt(10_000),
                            random.nextDouble(10, 300),
                            random.nextBoolean()));
                default -> text.append(word(random)).append(k % 12 == 11 ? ".\n" : " ");
            }
        }
        return text.toString();
    }

    /** A word of a thousand, the first ones more often. */
    private static String word(SplittableRandom random) {
        int rank = (int) Math.pow(1000, random.nextDouble());
        SplittableRandom letters = new SplittableRandom(rank);
        StringBuilder word = new StringBuilder();
        for (int k = 2 + letters.nextInt(8); k > 0; k--) {
            word.append((char) ('a' + letters.nextInt(26)));
        }
        return word.toString();
    }

    private int packed() {
        if (level > 0) {
            return (int) Zstd.compressDirectByteBuffer(packed, 0, packed.capacity(), whole, 0, LENGTH, level);
        }
        return compressor.compress(whole, 0, LENGTH, packed, 0, packed.capacity());
    }

    private int unpacked() {
        if (level > 0) {
            return (int) Zstd.decompressDirectByteBuffer(unpacked, 0, LENGTH, packed, 0, packedLength);
        }
        decompressor.decompress(packed, 0, unpacked, 0, LENGTH);
        return LENGTH;
    }

    /** Packs an answer. */
    @Benchmark
    public int pack() {
        return packed();
    }

    /** Unpacks it. */
    @Benchmark
    public int unpack() {
        return unpacked();
    }
}
