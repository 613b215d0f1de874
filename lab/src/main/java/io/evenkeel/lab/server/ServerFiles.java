// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The programs that servers are started from, as the build lays them down in one folder {@code servers}.
 *
 * @param tomcat unpacked Tomcat
 * @param h2 jar of the database
 * @param war the sample application
 */
public record ServerFiles(Path tomcat, Path h2, Path war) {

    /** System property with the folder that Evenkeel is in: an unpacked distribution or the root of the sources. */
    public static final String HOME = "evenkeel.home";

    /**
     * Finds them: under {@value #HOME} when that is set, else beside the code.
     *
     * @throws StartFailedException when they are nowhere
     */
    public static ServerFiles find() throws StartFailedException {
        List<Path> folders = folders();
        for (Path folder : folders) {
            Path tomcat = tomcatIn(folder);
            if (tomcat != null) {
                return new ServerFiles(tomcat, folder.resolve("h2.jar"), folder.resolve("trade.war"));
            }
        }
        throw new StartFailedException(
                "no application server in any of " + folders + "; 'mvn -Dquick -DskipTests package' puts one there");
    }

    private static List<Path> folders() {
        String home = System.getProperty(HOME);
        List<Path> folders = new ArrayList<>();
        if (home != null) {
            Path root = Path.of(home).toAbsolutePath();
            folders.add(root.resolve("servers"));
            folders.add(root.resolve("cli/target/dist/servers"));
            folders.add(root.resolve("lab/target/servers"));
            return folders;
        }
        Path code = codeSource();
        Path parent = code.getParent();
        if (parent != null) {
            folders.add(parent.resolve("servers"));
            folders.add(parent.resolveSibling("servers"));
        }
        return folders;
    }

    private static Path codeSource() {
        try {
            return Path.of(ServerFiles.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the class path is not made of files", e);
        }
    }

    private static @Nullable Path tomcatIn(Path folder) throws StartFailedException {
        if (!Files.isRegularFile(folder.resolve("trade.war")) || !Files.isRegularFile(folder.resolve("h2.jar"))) {
            return null;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "apache-tomcat-*")) {
            for (Path tomcat : found) {
                return tomcat;
            }
            return null;
        } catch (IOException e) {
            throw new StartFailedException("cannot read " + folder, e);
        }
    }
}
