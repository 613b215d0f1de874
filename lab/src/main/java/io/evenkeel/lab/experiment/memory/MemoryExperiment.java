// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.ExperimentProgress;
import io.evenkeel.lab.experiment.ExperimentScenario;
import io.evenkeel.lab.experiment.ExperimentTable;
import io.evenkeel.lab.experiment.Figure;
import io.evenkeel.lab.experiment.LoadLevel;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.PaperDifference;
import io.evenkeel.lab.experiment.Policies;
import io.evenkeel.lab.experiment.Published;
import io.evenkeel.lab.experiment.Stage;
import io.evenkeel.lab.experiment.Threshold;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A cache with a sixteenth of the working set's memory to twice of it, whole or with a part of the memory packed: paper
 * 3's question whether a server that is short of memory serves more when the processor pays.
 *
 * <p>The paper packs pages of files in the kernel of the server; here answers are packed in the dispatcher in front.
 */
public final class MemoryExperiment implements Experiment {

    /** The name by which users choose the experiment. */
    public static final String ID = "memory";

    static final String FILES = ID + "-files";
    static final String TRADE = ID + "-trade";

    /** Unit of the loads. */
    static final String OF_SET = "% of working set";

    /** Share of the requests for which no node was asked by this request, 0 to 1. */
    static final String HITS = "hitRate";

    /** The others. */
    static final String MISSES = "missRate";

    /** Requests a second that the server gets, the paper's disk accesses. */
    static final String FETCHES = "nodeRequestsPerSecond";

    /** Share of the requests that found their answer packed, 0 to 1. */
    static final String PACKED_HITS = "packedHitRate";

    /** Share of the memory for packed answers at the end of the run, 0 to 1. */
    static final String PACKED_SHARE = "packedShare";

    /** Processor time of the dispatcher for an answer, with that of the thread that packs, µs. */
    static final String CPU = "cpuUsPerAnswer";

    /** The part of it for packing and unpacking, µs. */
    static final String PACKING = "packingUsPerAnswer";

    /** Time for packing and unpacking, of all the processors have, 0 to 1. */
    static final String PACKING_SHARE = "packingCpuShare";

    /** Mean time to unpack an answer, µs. */
    static final String UNPACK = "unpackUs";

    /** Mean time of the fetch of an answer, µs. */
    static final String FETCH = "fetchUs";

    /** Memory of the cache, MB. */
    static final String MEMORY = "memoryMb";

    /** Memory that all content takes, MB. */
    static final String WORKING_SET = "workingSetMb";

    /** Octets of packed content by those of the content, by a trial at the start. */
    static final String FACTOR = "packedFactor";

    /** Time to pack all content by the time to unpack it, by the same trial. */
    static final String PACK_BY_UNPACK = "packByUnpack";

    /** Content that fits into the memory beyond its own size at most, as a share of it. */
    static final String GROWTH = "cacheGrowth";

    static final int WORKERS = 8;
    static final int USERS = 32;

    /** Freshness of {@code trade}'s pages, s. */
    static final int FRESH_S = 3600;

    private static final List<String> POLICIES = List.of("round-robin");

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "A cache that is short of memory, with a part of it packed";
    }

    @Override
    public String source() {
        return "paper 3, chapter 5";
    }

    @Override
    public String shows() {
        return "How much more is answered out of the same memory when what is asked for rarely is packed, and what that costs of the processor.";
    }

    @Override
    public List<String> missing() {
        return List.of("LZO, or a codec of its kind: the cache has Zstandard alone");
    }

    @Override
    public List<ExperimentScenario> scenarios() {
        return List.of(
                new ExperimentScenario(FILES, "SURGE's files, of text, from a server with a slow disk"),
                new ExperimentScenario(TRADE, "trade's pages, made from its database"));
    }

    @Override
    public List<CellKey> cells(ExperimentChoice choice) {
        if (choice.users() > 0) {
            throw new IllegalArgumentException(
                    "memory has " + USERS + " users who do not think, and no others to choose");
        }
        Policies.checkVariants(choice.variants(), PackingVariant.names());
        List<String> policies = Policies.chosen(choice.policies(), POLICIES);
        List<CellKey> cells = new ArrayList<>();
        for (String scenario : choice.wanted(scenarios())) {
            for (double load : MemoryPace.of(choice.pace()).loads()) {
                for (PackingVariant variant : PackingVariant.ALL) {
                    if (choice.wantsVariant(variant.name())) {
                        policies.forEach(policy ->
                                cells.add(new CellKey(scenario, policy, variant.name(), new LoadLevel(load, OF_SET))));
                    }
                }
            }
        }
        return cells;
    }

    @Override
    public Map<String, String> settings(ExperimentChoice choice) {
        MemoryPace pace = MemoryPace.of(choice.pace());
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("server", choice.server().title() + ", " + WORKERS + " workers");
        settings.put(
                "files",
                pace.files() + " of SURGE's sizes up to 1 MB, of made-up words; each holds a worker for "
                        + MemoryContent.DISK_MS + " ms");
        settings.put("pages", pace.files() + " of trade with " + MemoryContent.SYMBOLS + " prices, fresh for an hour");
        settings.put("popularity", "Zipf's law with exponent 1");
        settings.put("users", USERS + ", who ask again as soon as they have an answer");
        PackingVariant.ALL.forEach(variant -> settings.put("variant " + variant.name(), variant.what()));
        settings.put(
                "measured",
                pace.hold().toMillis() + " ms, after everything was asked for once and a warm-up of "
                        + pace.warmUp().toMillis() + " ms");
        return settings;
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                Figure.count(Measurement.REQUESTS, "requests"),
                Figure.count(Measurement.FAILURES, "failed"),
                Figure.mean(HITS, "hit rate", 3),
                Figure.mean(PACKED_HITS, "found packed", 3),
                Figure.mean(Measurement.THROUGHPUT, "answers/s", 1),
                Figure.mean(FETCHES, "node requests/s", 1),
                Figure.mean(Measurement.MEAN, "mean ms", 2),
                Figure.mean(Measurement.P99, "p99 ms", 1),
                Figure.mean(CPU, "CPU µs/answer", 1),
                Figure.mean(PACKING, "of it packing", 1),
                Figure.mean(PACKING_SHARE, "packing, of all CPU", 3),
                Figure.mean(PACKED_SHARE, "packed share", 2),
                Figure.mean(GROWTH, "cache grows by", 2),
                Figure.mean(UNPACK, "unpack µs", 1),
                Figure.mean(FETCH, "fetch µs", 0),
                Figure.mean(MEMORY, "memory MB", 1));
    }

    @Override
    public List<PaperDifference> differences() {
        return List.of(
                new PaperDifference("packed", "pages of files in Linux, 4 kB each", "answers in the dispatcher"),
                new PaperDifference("codec", "LZO", "Zstandard, level 3"),
                new PaperDifference("working set", "17 to 37 GB", "some MB; the memory is a share of it"),
                new PaperDifference(
                        "content", "SPECweb2005 Support with the Silesia corpus, Zipf 0.4", "SURGE and trade, Zipf 1"),
                new PaperDifference(
                        "disk",
                        "two disks, 44 MB/s at most",
                        "a server that takes " + MemoryContent.DISK_MS + " ms for a file, " + WORKERS + " at a time"),
                new PaperDifference("load", "1000 to 2200 clients who think", USERS + " users who do not think"),
                new PaperDifference("packed again", "each time a page makes room", "only when the packed copy is gone"),
                new PaperDifference("machines", "a server, client machines and a database", "one machine for all"));
    }

    @Override
    public Stage open(ExperimentScenario scenario, ExperimentChoice choice, ExperimentProgress progress)
            throws ExperimentException {
        int files = MemoryPace.of(choice.pace()).files();
        MemoryContent content = scenario.name().equals(FILES) ? MemoryContent.files(files) : MemoryContent.pages(files);
        return new MemoryStage(content, choice, progress);
    }

    @Override
    public Published published(CellKey key) {
        return Published.NOTHING;
    }

    @Override
    public List<Claim> claims(List<CellResult> cells) {
        return MemoryClaims.judge(cells);
    }

    @Override
    public List<Threshold> thresholds(List<CellResult> cells) {
        return MemoryClaims.thresholds(cells);
    }

    @Override
    public List<ExperimentTable> tables(List<CellResult> cells) {
        return MemoryTables.of(cells);
    }
}
