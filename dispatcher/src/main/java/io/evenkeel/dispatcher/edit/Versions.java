// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edit;

import io.evenkeel.config.disk.OwnerFile;
import io.evenkeel.config.disk.StateFolder;
import io.evenkeel.dispatcher.control.ConfigVersion;
import io.evenkeel.dispatcher.control.UnknownNameException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The texts that a configuration file had, in {@code NAME.versions} of its {@link StateFolder}; the last {@value
 * #MOST}, and only the owner can read them. A file {@code unfinished} names one while a change is being put in force.
 * Each is two files: {@code NUMBER.yaml}, the text to the octet, and {@code NUMBER.txt} with time, author and reason on
 * a line each. One thread at a time; only lists may be read at any time.
 */
final class Versions {

    static final int MOST = 50;

    private static final String TEXT = ".yaml";
    private static final String WORD = ".txt";
    private static final String UNFINISHED = "unfinished";
    private static final String NUMBER = "[0-9]{6,12}";

    private final Path folder;

    Versions(Path folder) {
        this.folder = folder;
    }

    static Versions beside(Path config) {
        return new Versions(StateFolder.of(config).resolve(StateFolder.prefix(config) + ".versions"));
    }

    /** Keeps a text and removes the oldest beyond the bound; returns its id. */
    String keep(String text, String who, String why, long atMs) throws IOException {
        List<String> ids = ids();
        long last = ids.isEmpty() ? 0 : Long.parseLong(ids.get(0));
        String id = String.format("%06d", last + 1);
        write(id + WORD, atMs + "\n" + oneLine(who) + "\n" + oneLine(why) + "\n");
        write(id + TEXT, text);
        for (int i = MOST - 1; i < ids.size(); i++) {
            forget(ids.get(i));
        }
        return id;
    }

    /**
     * Notes that the file is about to be written while the text of an id was in force; until {@link #finish}, also
     * through a crash.
     */
    void begin(String id) throws IOException {
        write(UNFINISHED, id);
    }

    void finish() throws IOException {
        Files.deleteIfExists(folder.resolve(UNFINISHED));
    }

    /** The text in force at the start of a change that did not end; empty when there is none. */
    Optional<String> unfinished() throws IOException {
        Path file = folder.resolve(UNFINISHED);
        return Files.exists(file) ? Optional.of(WholeFile.read(file)).filter(ids()::contains) : Optional.empty();
    }

    void forget(String id) throws IOException {
        Files.deleteIfExists(folder.resolve(id + TEXT));
        Files.deleteIfExists(folder.resolve(id + WORD));
    }

    /** Newest first. */
    List<ConfigVersion> list() throws IOException {
        List<ConfigVersion> found = new ArrayList<>();
        for (String id : ids()) {
            found.add(version(id));
        }
        return found;
    }

    String text(String id) throws IOException {
        if (!ids().contains(id)) {
            throw new UnknownNameException("there is no version '" + id + "' of the configuration");
        }
        return WholeFile.read(folder.resolve(id + TEXT));
    }

    /** Reads the note on a text; the note may be lost, and the text is still listed. */
    private ConfigVersion version(String id) throws IOException {
        Path word = folder.resolve(id + WORD);
        List<String> lines = Files.exists(word) ? WholeFile.read(word).lines().toList() : List.of();
        long atMs = !lines.isEmpty() && lines.get(0).matches("[0-9]{1,18}")
                ? Long.parseLong(lines.get(0))
                : Files.getLastModifiedTime(folder.resolve(id + TEXT)).toMillis();
        return new ConfigVersion(id, atMs, lines.size() > 1 ? lines.get(1) : "", lines.size() > 2 ? lines.get(2) : "");
    }

    /** Newest first. */
    List<String> ids() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.matches(NUMBER + "\\" + TEXT))
                    .map(name -> name.substring(0, name.length() - TEXT.length()))
                    .sorted(Comparator.comparingLong((String id) -> Long.parseLong(id))
                            .reversed())
                    .toList();
        }
    }

    /** Writes a file as a whole or not at all: half a text may be a valid one. */
    private void write(String name, String text) throws IOException {
        OwnerFile.replace(folder.resolve(name), text);
    }

    private static String oneLine(String words) {
        return words.replaceAll("\\p{Cntrl}+", " ");
    }
}
