// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.result;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.Claim;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.simulator.file.FileTrouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A result folder: {@code manifest.json}, a folder for each unit, and the files made from them. */
public final class ResultFolder {

    private static final String MANIFEST = "manifest.json";
    private static final String UNITS = "units";
    private static final String LOST = "lost.txt";
    private static final String HALF_WRITTEN = ".part";

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path folder;
    private Manifest manifest;

    private ResultFolder(Path folder, Manifest manifest) {
        this.folder = folder;
        this.manifest = manifest;
    }

    /** The first free {@code ID-N} in a folder. */
    public static Path fresh(Path parent, String id) {
        int number = 1;
        while (Files.exists(parent.resolve(id + "-" + number))) {
            number++;
        }
        return parent.resolve(id + "-" + number);
    }

    /** Opens a folder that is there. */
    public static ResultFolder open(Path folder) throws ResultException {
        Path file = folder.resolve(MANIFEST);
        if (!Files.isRegularFile(file)) {
            throw new ResultException(folder + " is not a result folder: it has no " + MANIFEST);
        }
        try {
            Manifest manifest = JSON.readValue(Files.readString(file), Manifest.class);
            if (manifest.format() != Manifest.FORMAT) {
                throw new ResultException("%s has the format %d; this version reads %d"
                        .formatted(file, manifest.format(), Manifest.FORMAT));
            }
            return new ResultFolder(folder, manifest);
        } catch (IOException | JacksonException e) {
            throw new ResultException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Makes a folder for a run, or continues the one that is there.
     *
     * @throws ResultException when the folder's content was measured under other settings, or is not a result
     */
    public static ResultFolder prepare(
            Path folder, Experiment experiment, ExperimentChoice choice, Manifest.Session session)
            throws ResultException {
        try {
            if (!Files.exists(folder) || isEmpty(folder)) {
                Files.createDirectories(folder.resolve(UNITS));
                ResultFolder fresh = new ResultFolder(folder, Manifest.of(experiment, choice, session));
                fresh.writeManifest();
                return fresh;
            }
            ResultFolder old = open(folder);
            old.refuseOthers(experiment, choice);
            old.manifest = old.manifest.with(experiment, choice, session);
            old.removeHalfWritten();
            old.writeManifest();
            return old;
        } catch (IOException e) {
            throw new ResultException(folder + " cannot be written: " + FileTrouble.writing(e), e);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private void refuseOthers(Experiment experiment, ExperimentChoice choice) throws ResultException {
        Map<String, String> had = manifest.bounds();
        Map<String, String> wanted = Manifest.bounds(experiment.id(), choice, experiment.settings(choice));
        List<String> others = new ArrayList<>();
        wanted.forEach((name, value) -> {
            String old = had.getOrDefault(name, "nothing");
            if (!old.equals(value)) {
                others.add("%s was '%s' and is '%s'".formatted(name, old, value));
            }
        });
        if (!others.isEmpty()) {
            throw new ResultException(
                    "%s was measured under other settings: %s; take another --out, or the same settings"
                            .formatted(folder, String.join(", ", others)));
        }
    }

    private void removeHalfWritten() throws IOException {
        try (Stream<Path> units = Files.list(folder.resolve(UNITS))) {
            for (Path unit :
                    units.filter(each -> each.toString().endsWith(HALF_WRITTEN)).toList()) {
                delete(unit);
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void writeManifest() throws IOException {
        Path half = folder.resolve(MANIFEST + HALF_WRITTEN);
        Files.writeString(half, JSON.writeValueAsString(manifest));
        Files.move(half, folder.resolve(MANIFEST), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    public Path path() {
        return folder;
    }

    public Manifest manifest() {
        return manifest;
    }

    private Path unit(CellKey cell, int repeat) {
        return folder.resolve(UNITS).resolve(cell.slug() + "_" + (repeat + 1));
    }

    /** True when a unit has been measured. */
    public boolean has(CellKey cell, int repeat) {
        return Files.isRegularFile(unit(cell, repeat).resolve(UnitFiles.FIGURES));
    }

    /** Keeps a unit, as a whole or not at all. */
    public void keep(CellKey cell, CellResult.UnitResult unit) throws ResultException {
        Path whole = unit(cell, unit.repeat());
        Path half = whole.resolveSibling(whole.getFileName() + HALF_WRITTEN);
        try {
            Files.createDirectories(half);
            UnitFiles.write(half, cell, unit);
            Files.move(half, whole, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new ResultException(whole + " cannot be written: " + FileTrouble.writing(e), e);
        }
    }

    /** Notes that a unit could not be measured, and why; it is tried again when the folder is continued. */
    public void lost(CellKey cell, int repeat, String why) throws ResultException {
        List<String> lines = new ArrayList<>(losses());
        lines.add("%s, run %d: %s".formatted(cell.slug(), repeat + 1, why.replace('\n', ' ')));
        write(LOST, String.join("\n", lines) + "\n");
    }

    /** Units that could not be measured, a line each. */
    public List<String> losses() throws ResultException {
        Path file = folder.resolve(LOST);
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new ResultException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Units that were asked for and are not there. */
    public int unitsLeft() {
        int left = 0;
        for (CellKey cell : manifest.cells()) {
            for (int repeat = 0; repeat < manifest.repeats(); repeat++) {
                left += has(cell, repeat) ? 0 : 1;
            }
        }
        return left;
    }

    /** Everything that has been measured, in the order it was asked for. */
    public List<CellResult> results(Experiment experiment) throws ResultException {
        List<CellResult> results = new ArrayList<>();
        for (CellKey cell : manifest.cells()) {
            List<CellResult.UnitResult> units = new ArrayList<>();
            for (int repeat = 0; repeat < manifest.repeats(); repeat++) {
                if (has(cell, repeat)) {
                    units.add(read(unit(cell, repeat)));
                }
            }
            if (!units.isEmpty()) {
                results.add(new CellResult(cell, units, experiment.published(cell)));
            }
        }
        return results;
    }

    private static CellResult.UnitResult read(Path unit) throws ResultException {
        try {
            return UnitFiles.read(unit);
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            throw new ResultException(
                    unit + " is damaged: " + e.getMessage() + "; remove it, and the run makes it again", e);
        }
    }

    /** Writes {@code cells.json} and {@code cells.csv}. */
    public void writeCells(Experiment experiment, List<CellResult> results) throws ResultException {
        List<Claim> claims = experiment.claims(results);
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        for (CellResult result : results) {
            objects.add(new LinkedHashMap<>(CellFiles.object(result, claims, experiment.figures())));
        }
        write("cells.json", JSON.writeValueAsString(objects) + "\n");
        write("cells.csv", String.join("\n", CellFiles.csv(objects)) + "\n");
    }

    /** Writes a file of text at the top of the folder, or in a folder below it. */
    public void write(String name, String text) throws ResultException {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a file. */
    public void write(String name, byte[] content) throws ResultException {
        Path file = folder.resolve(name);
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, content);
        } catch (IOException e) {
            throw new ResultException(file + " cannot be written: " + FileTrouble.writing(e), e);
        }
    }
}
