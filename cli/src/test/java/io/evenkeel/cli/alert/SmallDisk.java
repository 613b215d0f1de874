// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of its own in memory, which can be filled; only root may make one. */
final class SmallDisk implements AutoCloseable {

    private static final int MB = 1 << 20;

    private final Path folder;

    /** @param folder is empty */
    SmallDisk(Path folder, int megabytes) throws IOException, InterruptedException {
        this.folder = folder;
        assertThat(run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "evenkeel-test", folder.toString()))
                .as(
                        "a tmpfs can be mounted in %s. This test fills a disk of its own: run it as root, and in a container"
                                + " with the capability SYS_ADMIN",
                        folder)
                .isZero();
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    Path folder() {
        return folder;
    }

    /** Fills it until so much is left. */
    void fill(int megabytesLeft) throws IOException {
        byte[] octets = new byte[MB];
        try (OutputStream out = Files.newOutputStream(folder.resolve("filler"))) {
            while (Files.getFileStore(folder).getUsableSpace() > (long) megabytesLeft * MB) {
                out.write(octets);
            }
        }
    }

    void empty() throws IOException {
        Files.delete(folder.resolve("filler"));
    }

    @Override
    public void close() throws IOException, InterruptedException {
        run("umount", "-l", folder.toString());
    }
}
