// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** An application packed again with one more library, as its administrator would do it. */
final class WarCopy {

    private WarCopy() {}

    /**
     * Writes the copy.
     *
     * @return the copy's path
     */
    static Path withLibrary(Path war, Path library, Path copy) throws IOException {
        try (ZipFile from = new ZipFile(war.toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(copy))) {
            for (ZipEntry entry : (Iterable<ZipEntry>) from.stream().<ZipEntry>map(ZipEntry.class::cast)::iterator) {
                to.putNextEntry(new ZipEntry(entry.getName()));
                from.getInputStream(entry).transferTo(to);
            }
            to.putNextEntry(new ZipEntry("WEB-INF/lib/" + library.getFileName()));
            Files.copy(library, to);
        }
        return copy;
    }
}
