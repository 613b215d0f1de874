// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
final class FileWatchIT {

    @TempDir
    private Path folder;

    private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
    private Path file;
    private FileWatch watch;

    @BeforeEach
    void start() throws IOException {
        file = Files.writeString(folder.resolve("evenkeel.yaml"), "one");
        watch = FileWatch.start(file, this::note, said::add);
    }

    @AfterEach
    void stop() {
        watch.close();
    }

    @Test
    void seesAFileThatIsWrittenInPlace() throws Exception {
        Files.writeString(file, "two");

        assertThat(next()).isEqualTo("two");
    }

    @Test
    void aFolderThatIsNeverQuietHidesNothing() throws Exception {
        Path log = folder.resolve("access.log");
        Thread busy = new Thread(() -> {
            try {
                while (true) {
                    Files.writeString(log, "a line");
                    Thread.sleep(50);
                }
            } catch (IOException | InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        busy.start();
        try {
            Files.writeString(file, "two");

            assertThat(next()).isEqualTo("two");
        } finally {
            busy.interrupt();
            busy.join();
        }
    }

    @Test
    void seesAFileThatIsMovedOverIt() throws Exception {
        Path fresh = Files.writeString(folder.resolve("evenkeel.yaml.new"), "two");
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);

        assertThat(next()).isEqualTo("two");
    }

    @Test
    void seesALinkThatIsSwapped() throws Exception {
        Path mount = Files.createDirectory(folder.resolve("mount"));
        Files.writeString(Files.createDirectory(folder.resolve("v1")).resolve("lb.yaml"), "one");
        Files.writeString(Files.createDirectory(folder.resolve("v2")).resolve("lb.yaml"), "two");
        Path data = Files.createSymbolicLink(mount.resolve("..data"), folder.resolve("v1"));
        file = Files.createSymbolicLink(mount.resolve("lb.yaml"), Path.of("..data/lb.yaml"));
        watch.close();
        watch = FileWatch.start(file, this::note, said::add);

        Path fresh = Files.createSymbolicLink(mount.resolve("..next"), folder.resolve("v2"));
        Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);

        assertThat(next()).isEqualTo("two");
    }

    @Test
    void manyWritesAreOneChangeAndTheSameContentIsNone() throws Exception {
        Files.writeString(file, "one");
        Files.writeString(folder.resolve("another"), "x");
        for (int i = 0; i < 5; i++) {
            Files.writeString(file, "step " + i);
        }

        assertThat(next()).isEqualTo("step 4");
        assertThat(seen).isEmpty();
    }

    @Test
    void aFileThatGoesAndComesBackIsComparedWithWhatItWas() throws Exception {
        Files.delete(file);
        Files.writeString(file, "back");

        assertThat(next()).isEqualTo("back");
    }

    /** As a tool does that writes a whole folder and moves it into its place. */
    @Test
    void seesAnotherFolderInThePlaceOfTheFirst() throws Exception {
        Path place = watched("place");
        Path fresh = Files.createDirectory(folder.resolve("fresh"));
        Files.writeString(fresh.resolve("lb.yaml"), "two");

        Files.move(place, folder.resolve("before"));
        Files.move(fresh, place);

        assertThat(next()).isEqualTo("two");
        Files.writeString(file, "three");
        assertThat(next()).as("a later change").isEqualTo("three");
    }

    @Test
    void seesAnotherFolderBehindALink() throws Exception {
        Path link = folder.resolve("link");
        Path real = watched("real");
        Files.createSymbolicLink(link, real);
        watch.close();
        file = link.resolve("lb.yaml");
        watch = FileWatch.start(file, this::note, said::add);
        Path fresh = Files.createDirectory(folder.resolve("fresh"));
        Files.writeString(fresh.resolve("lb.yaml"), "two");

        Path swap = Files.createSymbolicLink(folder.resolve("swap"), fresh);
        Files.move(swap, link, StandardCopyOption.ATOMIC_MOVE);

        assertThat(next()).isEqualTo("two");
    }

    @Test
    void saysThatAFolderIsGoneAndSeesTheNextOne() throws Exception {
        Path place = watched("place");

        Files.delete(file);
        Files.delete(place);
        assertThat(said.poll(20, TimeUnit.SECONDS))
                .startsWith("changes in " + place + " are not seen until it can be watched again");
        Files.writeString(Files.createDirectory(place).resolve("lb.yaml"), "two");

        assertThat(next()).isEqualTo("two");
        assertThat(said.poll(20, TimeUnit.SECONDS)).isEqualTo("changes in " + place + " are seen again");
    }

    /** Watches a file in a folder of its own. */
    private Path watched(String name) throws IOException {
        Path place = Files.createDirectory(folder.resolve(name));
        file = Files.writeString(place.resolve("lb.yaml"), "one");
        watch.close();
        watch = FileWatch.start(file, this::note, said::add);
        return place;
    }

    /** The reload says that it is too large; the watch must neither read it nor miss it. */
    @Test
    void aFileThatIsTooLargeIsAChange() throws Exception {
        watch.close();
        watch = FileWatch.start(file, () -> seen.add("changed"), said::add);
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }

        assertThat(next()).isEqualTo("changed");
    }

    private void note() {
        try {
            seen.add(Files.readString(file));
        } catch (IOException e) {
            seen.add(e.toString());
        }
    }

    private @Nullable String next() throws InterruptedException {
        return seen.poll(20, TimeUnit.SECONDS);
    }
}
