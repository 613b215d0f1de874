// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs {@link SlowServlet} as an application. */
final class SlowApplication {

    private SlowApplication() {}

    static Path pack(Path war) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            add(zip, "WEB-INF/web.xml", "slow/web.xml");
            add(zip, "WEB-INF/glassfish-web.xml", "slow/glassfish-web.xml");
            add(zip, "WEB-INF/jboss-web.xml", "slow/jboss-web.xml");
            String servlet = SlowServlet.class.getName().replace('.', '/') + ".class";
            add(zip, "WEB-INF/classes/" + servlet, "/" + servlet);
        }
        return war;
    }

    private static void add(ZipOutputStream zip, String name, String from) throws IOException {
        try (InputStream content = SlowApplication.class.getResourceAsStream(from)) {
            if (content == null) {
                throw new IOException(from + " is not on the class path");
            }
            zip.putNextEntry(new ZipEntry(name));
            content.transferTo(zip);
        }
    }
}
