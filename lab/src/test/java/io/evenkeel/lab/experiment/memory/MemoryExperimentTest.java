// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.exchange.cache.memory.tier.TierShare;
import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.ClaimVerdict;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentTable;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.Threshold;
import io.evenkeel.lab.server.ServerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MemoryExperimentTest {

    private final MemoryExperiment memory = new MemoryExperiment();

    @Test
    void everyVariantRunsWithEveryMemory() {
        assertThat(memory.cells(ExperimentChoice.all(Pace.QUICK)))
                .hasSize(2 * 6 * PackingVariant.ALL.size())
                .extracting(CellKey::slug)
                .doesNotHaveDuplicates()
                .contains("memory-files_round-robin_learned_6.25-of-working-set");
        assertThat(memory.cells(ExperimentChoice.all(Pace.GLANCE))).hasSize(2 * 2 * PackingVariant.ALL.size());
    }

    @Test
    void usersCannotBeChosen() {
        ExperimentChoice five =
                new ExperimentChoice(Pace.QUICK, 5, List.of(), List.of(), List.of(), 1, 1, serverOfAll());
        assertThatThrownBy(() -> memory.cells(five)).hasMessageContaining("32 users");
    }

    private static ServerType serverOfAll() {
        return ExperimentChoice.all(Pace.QUICK).server();
    }

    @Test
    void theFrontIsAConfigurationThatTheDispatcherReads() throws Exception {
        String text = MemoryStage.configuration("round-robin", 18080, 1_234_567);
        assertThat(SettingsFile.of(text, "lab.yaml").load().cache().memory()).isEqualTo(1_234_567);
    }

    @Test
    void aVariantIsForTheNextCacheAlone() {
        try {
            PackingVariant.of(PackingVariant.MOST).choose();
            assertThat(System.getProperty(TierShare.PROPERTY)).isEqualTo("0.75");
            PackingVariant.of(PackingVariant.LEARNED).choose();
            assertThat(System.getProperty(TierShare.PROPERTY)).isNull();
            PackingVariant.of(PackingVariant.PLAIN).choose();
        } finally {
            PackingVariant.chooseNone();
        }
        assertThat(System.getProperty(TierShare.PROPERTY)).isNull();
    }

    @Test
    void inHalfTheMemoryTheLearnedShareMustFindAsMuchAsPlainInAll() {
        assertThat(memory.thresholds(List.of(hits(PackingVariant.LEARNED, 50, 0.9996), hits("plain", 100, 1))))
                .extracting(Threshold::held)
                .containsExactly(true);
        assertThat(memory.thresholds(List.of(hits(PackingVariant.LEARNED, 50, 0.97), hits("plain", 100, 1))))
                .extracting(Threshold::held, Threshold::says)
                .containsExactly(tuple(
                        false,
                        "the learned share finds in half the memory at least what plain caching finds in all of it:"
                                + " 97.0 % against 100.0 %"));
        assertThat(memory.thresholds(List.of(hits(PackingVariant.LEARNED, 50, 1))))
                .isEmpty();
    }

    private static CellResult hits(String variant, double load, double rate) {
        return cell(variant, load, Map.of(MemoryExperiment.HITS, rate));
    }

    @Test
    void thePapersSentencesAreJudgedInAnEighthOfTheMemory() {
        List<CellResult> as = List.of(
                eighth("plain", 1000, 0.5, 0, 0, 0),
                eighth("zstd-25", 1100, 0.4, 0.2, 0.13, 0.36),
                eighth("zstd-50", 1200, 0.3, 0.3, 0.18, 0.72),
                eighth("zstd-75", 1300, 0.15, 0.4, 0.25, 1.08),
                cell("plain", 25, Map.of(Measurement.THROUGHPUT, 1500.0)));
        assertThat(memory.claims(as)).hasSize(8).extracting(Claim::verdict).containsOnly(ClaimVerdict.REPRODUCED);

        List<CellResult> unlike = List.of(
                eighth("plain", 1000, 0.2, 0, 0, 0),
                eighth("zstd-25", 900, 0.3, 0.01, 0.5, 0.36),
                eighth("zstd-50", 800, 0.4, 0.02, 0.4, 0.72),
                eighth("zstd-75", 700, 0.5, 0.03, 0.01, 1.08),
                cell("plain", 25, Map.of(Measurement.THROUGHPUT, 1500.0)));
        assertThat(memory.claims(unlike))
                .extracting(Claim::verdict)
                .containsExactly(
                        ClaimVerdict.NOT_REPRODUCED,
                        ClaimVerdict.NOT_REPRODUCED,
                        ClaimVerdict.NOT_REPRODUCED,
                        ClaimVerdict.REPRODUCED,
                        ClaimVerdict.REPRODUCED,
                        ClaimVerdict.NOT_REPRODUCED,
                        ClaimVerdict.NOT_REPRODUCED,
                        ClaimVerdict.NOT_REPRODUCED);
    }

    private static CellResult eighth(
            String variant, double throughput, double misses, double packedHits, double cost, double growth) {
        return cell(
                variant,
                MemoryClaims.EIGHTH,
                Map.of(
                        Measurement.THROUGHPUT,
                        throughput,
                        MemoryExperiment.MISSES,
                        misses,
                        MemoryExperiment.HITS,
                        1 - misses,
                        MemoryExperiment.PACKED_HITS,
                        packedHits,
                        MemoryExperiment.PACKING_SHARE,
                        cost,
                        MemoryExperiment.GROWTH,
                        growth,
                        MemoryExperiment.FACTOR,
                        0.41,
                        MemoryExperiment.PACK_BY_UNPACK,
                        2.0));
    }

    @Test
    void whatWasNotRunIsNotJudged() {
        assertThat(memory.claims(List.of(hits("plain", 100, 1))))
                .extracting(Claim::verdict)
                .containsOnly(ClaimVerdict.NOT_RUN);
    }

    @Test
    void thePapersCostGrowsWithTheCache() {
        assertThat(MemoryClaims.paperCost(0.18)).isEqualTo(0.11);
        assertThat(MemoryClaims.paperCost(0.69)).isBetween(0.184, 0.186);
        assertThat(MemoryClaims.paperCost(1.2)).isBetween(0.2599, 0.2601);
    }

    @Test
    void thePapersRowsAreBesideOurs() {
        List<CellResult> cells = new ArrayList<>(
                List.of(eighth("plain", 1000, 0.5, 0, 0, 0), eighth("zstd-75", 1300, 0.15, 0.4, 0.25, 1.08)));
        List<ExperimentTable> tables = memory.tables(cells);
        assertThat(tables).hasSize(2);
        assertThat(tables.get(0).rows()).containsExactly(List.of("12.5 % of working set", "50.0", "85.0"));
        assertThat(tables.get(1).rows())
                .hasSize(4)
                .contains(List.of(
                        MemoryExperiment.FILES,
                        "round-robin (zstd-75)",
                        "+108.0 %",
                        "40.0 %",
                        "1.30",
                        "0.30",
                        "25.0 %"));

        assertThat(memory.tables(List.of(hits("plain", 100, 1)))).hasSize(1);
    }

    private static CellResult cell(String variant, double load, Map<String, Double> figures) {
        Measurement seen =
                new Measurement(figures, Map.of(), new Histogram(3), List.of(), List.of(), List.of(), Map.of());
        CellKey key = new CellKey(
                MemoryExperiment.FILES, "round-robin", variant, new LoadLevel(load, MemoryExperiment.OF_SET));
        return new CellResult(key, List.of(new CellResult.UnitResult(0, 1, seen)), Published.NOTHING);
    }
}
