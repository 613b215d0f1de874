// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.workerless;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs {@link PagesServlet} and {@link EchoSocket} as an application. */
final class PagesApplication {

    private PagesApplication() {}

    static Path pack(Path war) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            add(zip, "WEB-INF/web.xml", "web.xml");
            for (Class<?> type : List.of(PagesServlet.class, EchoSocket.class)) {
                String file = type.getName().replace('.', '/') + ".class";
                add(zip, "WEB-INF/classes/" + file, "/" + file);
            }
        }
        return war;
    }

    private static void add(ZipOutputStream zip, String name, String from) throws IOException {
        try (InputStream content = PagesApplication.class.getResourceAsStream(from)) {
            if (content == null) {
                throw new IOException(from + " is not on the class path");
            }
            zip.putNextEntry(new ZipEntry(name));
            content.transferTo(zip);
        }
    }
}
