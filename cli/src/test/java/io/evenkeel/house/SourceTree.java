// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The files of the repository without those that builds and tools leave behind. */
final class SourceTree {

    private static final Set<String> LEFT_BEHIND =
            Set.of("target", ".git", ".evenkeel", ".idea", ".vscode", ".settings", "__pycache__");

    private final Path root;
    private final List<Path> files = new ArrayList<>();

    private SourceTree(Path root) {
        this.root = root;
    }

    /** The tree this test was built from: the folder above the module that has the launcher in it. */
    static SourceTree ofThisBuild() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(folder.resolve("evenkeel"))) {
            folder = Optional.ofNullable(folder.getParent())
                    .orElseThrow(() -> new IllegalStateException("not inside a source tree"));
        }
        SourceTree tree = new SourceTree(folder);
        tree.walk();
        return tree;
    }

    Path root() {
        return root;
    }

    List<Path> files() {
        return files;
    }

    List<Path> java() {
        return files.stream().filter(file -> file.toString().endsWith(".java")).toList();
    }

    List<Path> mainJava() {
        return java().stream()
                .filter(file -> file.toString().contains("/src/main/java/"))
                .toList();
    }

    List<Path> testJava() {
        return java().stream()
                .filter(file -> file.toString().contains("/src/test/java/"))
                .toList();
    }

    /** The text of a file; empty for one that is not UTF-8 text. */
    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (MalformedInputException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void walk() {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return LEFT_BEHIND.contains(folder.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && !file.equals(root.resolve(".git"))) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
