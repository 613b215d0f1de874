// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.modcluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs {@link NodeServlet} as an application. */
final class NodeApplication {

    private NodeApplication() {}

    static Path pack(Path war) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            add(zip, "WEB-INF/web.xml", "web.xml");
            String servlet = NodeServlet.class.getName().replace('.', '/') + ".class";
            add(zip, "WEB-INF/classes/" + servlet, "/" + servlet);
        }
        return war;
    }

    private static void add(ZipOutputStream zip, String name, String from) throws IOException {
        try (InputStream content = NodeApplication.class.getResourceAsStream(from)) {
            if (content == null) {
                throw new IOException(from + " is not on the class path");
            }
            zip.putNextEntry(new ZipEntry(name));
            content.transferTo(zip);
        }
    }
}
