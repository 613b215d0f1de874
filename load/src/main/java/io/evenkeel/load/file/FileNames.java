// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.file;

import io.evenkeel.simulator.file.TextFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The names of files that a load asks for, the most popular first, escaped as in a URL. */
public final class FileNames {

    private static final int MOST = 1_000_000;
    private static final String PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";

    private FileNames() {}

    /**
     * Reads names.
     *
     * @param from a number for the names 1 to that number, a folder whose files are popular in an order that the
     *     seed draws, or a text file with a name on each line
     */
    public static List<String> read(String from, long seed) throws LoadFileException {
        if (from.matches("[0-9]{1,7}")) {
            int count = Integer.parseInt(from);
            if (count < 1 || count > MOST) {
                throw new LoadFileException("there are 1 to " + MOST + " files, not " + from);
            }
            return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
        }
        Path path = Path.of(from);
        try {
            List<String> names = Files.isDirectory(path) ? inFolder(path, seed) : inList(path);
            if (names.isEmpty()) {
                throw new LoadFileException("there is no file in " + from);
            }
            return names;
        } catch (IOException e) {
            throw new LoadFileException("cannot read the names of files in " + from + ": " + e.getMessage());
        }
    }

    private static List<String> inFolder(Path folder, long seed) throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile)
                    .limit(MOST)
                    .map(file -> escaped(folder.relativize(file).toString().replace('\\', '/')))
                    .sorted()
                    .forEach(names::add);
        }
        Collections.shuffle(names, new Random(seed));
        return names;
    }

    private static List<String> inList(Path list) throws IOException {
        return TextFile.read(list)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .limit(MOST)
                .map(line -> escaped(line.startsWith("/") ? line.substring(1) : line))
                .toList();
    }

    private static String escaped(String name) {
        return Arrays.stream(name.split("/", -1)).map(FileNames::escapedSegment).collect(Collectors.joining("/"));
    }

    private static String escapedSegment(String segment) {
        StringBuilder escaped = new StringBuilder();
        for (byte octet : segment.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xff);
            boolean isPlain = PLAIN.indexOf(c) >= 0;
            escaped.append(isPlain ? String.valueOf(c) : "%%%02X".formatted((int) c));
        }
        return escaped.toString();
    }
}
