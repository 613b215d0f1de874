// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.CacheView;
import io.evenkeel.lab.experiment.memory.PageFetch.FetchedPage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The arithmetic on counts of the cache, and on content. */
class CacheFiguresTest {

    private static final Offset<Double> EXACT = Offset.offset(1e-9);

    private static CacheView view(
            long hits, long collapsed, long misses, long stored, long packedHits, double unpackNs, double fetchNs) {
        return new CacheView(
                1000,
                900,
                10,
                hits,
                0,
                0,
                collapsed,
                misses,
                0,
                stored,
                0,
                0,
                0,
                0.5,
                400,
                packedHits,
                unpackNs,
                fetchNs);
    }

    @Test
    void figuresAreThoseBetweenTwoMoments() {
        CacheMoment before = new CacheMoment(view(100, 0, 100, 100, 50, 1000, 8000), 1_000_000, 500_000);
        CacheMoment after = new CacheMoment(view(160, 10, 130, 120, 80, 4000, 10_000), 3_000_000, 1_500_000);

        Map<String, Double> seen = before.until(after, 2, 2);

        assertThat(seen.get(MemoryExperiment.HITS)).isCloseTo(0.7, EXACT);
        assertThat(seen.get(MemoryExperiment.MISSES)).isCloseTo(0.3, EXACT);
        assertThat(seen.get(MemoryExperiment.FETCHES)).isCloseTo(15, EXACT);
        assertThat(seen.get(MemoryExperiment.PACKED_HITS)).isCloseTo(0.3, EXACT);
        assertThat(seen.get(MemoryExperiment.PACKED_SHARE)).isCloseTo(0.5, EXACT);
        assertThat(seen.get(MemoryExperiment.CPU)).as("3 ms for 100 answers").isCloseTo(30, EXACT);
        // 80 times 4 µs, less 50 times 1 µs
        assertThat(seen.get(MemoryExperiment.UNPACK)).isCloseTo(9, EXACT);
        assertThat(seen.get(MemoryExperiment.PACKING)).as("1 ms and 0.27 ms").isCloseTo(12.7, EXACT);
        assertThat(seen.get(MemoryExperiment.PACKING_SHARE)).isCloseTo(0.00127 / 4, EXACT);
        assertThat(seen.get(MemoryExperiment.FETCH)).isCloseTo(20, EXACT);
    }

    @Test
    void whatWasNotAskedForHasNoFigure() {
        CacheMoment moment = new CacheMoment(view(0, 0, 0, 0, 0, 0, 0), 0, 0);

        Map<String, Double> seen = moment.until(moment, 1, 1);

        assertThat(seen.get(MemoryExperiment.HITS)).isNaN();
        assertThat(seen.get(MemoryExperiment.UNPACK)).isNaN();
        assertThat(seen.get(MemoryExperiment.FETCHES)).isZero();
    }

    @Test
    void contentCountsAsTheCacheCountsIt() {
        List<FetchedPage> pages = List.of(
                new FetchedPage(136, new byte[9800]),
                new FetchedPage(136, new byte[1000]),
                new FetchedPage(136, new byte[20_000]));
        List<byte[]> packed = List.of(new byte[4800], new byte[100], new byte[19_000]);

        PackedContent content = PackedContent.counted(pages, packed, 200, 100);

        assertThat(content.octets()).isEqualTo(30_800);
        assertThat(content.packedOctets())
                .as("the last one has become too little smaller")
                .isEqualTo(24_900);
        assertThat(content.weight()).isEqualTo(10_000 + 4096 + 20_200);
        assertThat(content.packedWeight()).isEqualTo(5000 + 4096 + 20_200);
        assertThat(content.packByUnpack()).isEqualTo(2);
        assertThat(content.growth(0)).isZero();
        assertThat(new PackedContent(100, 50, 100, 25, 1, 1).growth(0.5)).isCloseTo(1.5, EXACT);
    }

    @Test
    void textBecomesSmaller() throws Exception {
        byte[] text = "All work and no play makes Jack a dull boy. ".repeat(200).getBytes(StandardCharsets.US_ASCII);
        PackedContent content = PackedContent.of(List.of(new FetchedPage(100, text)));

        assertThat(content.factor()).isLessThan(0.1);
        assertThat(content.packByUnpack()).isPositive();
    }

    @Test
    void theContentIsAlwaysTheSame() {
        MemoryContent files = MemoryContent.files(300);
        assertThat(files).isEqualTo(MemoryContent.files(300));
        assertThat(files.targets())
                .hasSize(300)
                .doesNotHaveDuplicates()
                .allSatisfy(target -> assertThat(Integer.parseInt(target.substring(target.lastIndexOf('=') + 1)))
                        .isBetween(1, 1 << 20));
        assertThat(files.upwards().get(299)).isEqualTo(files.targets().get(0));

        MemoryContent pages = MemoryContent.pages(300);
        assertThat(pages).isEqualTo(MemoryContent.pages(300));
        assertThat(pages.targets())
                .hasSize(300)
                .doesNotHaveDuplicates()
                .allSatisfy(target -> assertThat(target.split(",", -1)).hasSize(50));
    }
}
