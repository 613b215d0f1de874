// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.sessions;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs {@link CartServlet} as an application. */
final class CartApplication {

    private CartApplication() {}

    /** @param isDistributable true when its sessions may be replicated */
    static Path pack(Path war, boolean isDistributable) throws IOException {
        String descriptor = new String(read("web.xml"), StandardCharsets.UTF_8);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
            zip.write((isDistributable ? descriptor : descriptor.replace("<distributable/>", ""))
                    .getBytes(StandardCharsets.UTF_8));
            String file = CartServlet.class.getName().replace('.', '/') + ".class";
            zip.putNextEntry(new ZipEntry("WEB-INF/classes/" + file));
            zip.write(read("/" + file));
        }
        return war;
    }

    private static byte[] read(String name) throws IOException {
        try (InputStream content = CartApplication.class.getResourceAsStream(name)) {
            if (content == null) {
                throw new IOException(name + " is not on the class path");
            }
            return content.readAllBytes();
        }
    }
}
