// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.source;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * The files that are open, one inside the other, and the files that a pattern names. Refuses a file that includes
 * itself, and more than 1,000 files or 16 MB in all.
 */
public final class Inclusion {

    private static final int MOST_FILES = 1_000;
    private static final int MOST_DEPTH = 30;
    private static final int MOST_FOUND = 10_000;

    private final Deque<Path> open = new ArrayDeque<>();
    private int files;
    private long octets;

    /**
     * Enters a file; {@link #leave} must follow.
     *
     * @param by the line that includes it
     */
    public void enter(Path file, SourceLine by) throws MalformedFileException {
        Path whole = real(file);
        if (open.contains(whole)) {
            throw new MalformedFileException(by, "the file includes itself by way of " + file);
        }
        if (open.size() >= MOST_DEPTH) {
            throw new MalformedFileException(by, "more than " + MOST_DEPTH + " files include each other");
        }
        if (++files > MOST_FILES) {
            throw new MalformedFileException(by, "more than " + MOST_FILES + " files are included");
        }
        octets += size(whole);
        if (octets > SourceText.MOST_OCTETS) {
            throw new MalformedFileException(by, "the included files have more than 16 MB in all");
        }
        open.push(whole);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Leaves the file that was entered last. */
    public void leave() {
        open.pop();
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath().normalize();
        }
    }

    /**
     * The files and folders that a path with wildcards names, in alphabetical order; empty when there are none.
     *
     * @param folder where a relative path begins
     */
    public static List<Path> matching(Path folder, String pattern, SourceLine by) throws MalformedFileException {
        try {
            Path whole = folder.resolve(pattern.replace("*", "\uE003").replace("?", "\uE004"));
            Path root = whole.getRoot();
            List<Path> found = List.of(root == null ? Path.of("") : root);
            for (Path part : whole) {
                String glob = part.toString().replace("\uE003", "*").replace("\uE004", "?");
                found = below(found, glob);
                if (found.size() > MOST_FOUND) {
                    throw new MalformedFileException(by, "'" + pattern + "' names more than " + MOST_FOUND + " files");
                }
            }
            return found;
        } catch (InvalidPathException | PatternSyntaxException | IOException e) {
            throw new MalformedFileException(by, "'" + pattern + "' cannot be included: " + e.getMessage());
        }
    }

    private static List<Path> below(List<Path> folders, String glob) throws IOException {
        List<Path> found = new ArrayList<>();
        boolean plain = glob.chars().noneMatch(c -> c == '*' || c == '?' || c == '[');
        for (Path folder : folders) {
            if (plain) {
                Path one = folder.resolve(glob);
                if (Files.exists(one)) {
                    found.add(one);
                }
            } else if (Files.isDirectory(folder)) {
                try (DirectoryStream<Path> entries = Files.newDirectoryStream(
                        folder, glob.replace("{", "\\{").replace("}", "\\}"))) {
                    entries.forEach(found::add);
                }
            }
        }
        return found.stream().sorted().toList();
    }
}
