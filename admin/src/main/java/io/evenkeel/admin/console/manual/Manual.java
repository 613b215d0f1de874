// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.manual;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The whole documentation, out of the program's jar or its folder of classes. Its texts are read at once, and become
 * HTML when they are shown. Any thread.
 */
public final class Manual {

    /** The page with which the documentation begins. */
    public static final String FIRST = "docs/README.md";

    private static final String FOLDER = "console/manual/";
    private static final Map<String, String> IMAGE_TYPES = Map.of("png", "image/png", "svg", "image/svg+xml");

    private final Set<String> packed;
    private final Map<String, ManualPage> pages;
    private final List<Acknowledgement> acknowledgements;

    private Manual(Set<String> packed, Map<String, ManualPage> pages) {
        this.packed = packed;
        this.pages = pages;
        ManualPage notice = pages.get("NOTICE");
        this.acknowledgements = notice == null ? List.of() : Acknowledgement.in(notice.source());
    }

    /** The documentation packed into this program. */
    public static Manual load() {
        try {
            Set<String> packed = packed();
            ManualHtml html = new ManualHtml(packed);
            Map<String, ManualPage> pages = new TreeMap<>();
            for (String path : packed) {
                if (imageType(path).isEmpty()) {
                    pages.put(path, html.page(path, new String(content(path), StandardCharsets.UTF_8)));
                }
            }
            return new Manual(packed, pages);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Optional<ManualPage> page(String path) {
        return Optional.ofNullable(pages.get(path));
    }

    /** The pages of a chapter: decisions in their own order, the others by title. The first page is in none. */
    public List<ManualPage> in(Chapter chapter) {
        Comparator<ManualPage> order = chapter == Chapter.DECISIONS
                ? Comparator.comparing(ManualPage::path)
                : Comparator.comparing(ManualPage::title, String.CASE_INSENSITIVE_ORDER);
        return pages.values().stream()
                .filter(page ->
                        Chapter.of(page.path()) == chapter && !page.path().equals(FIRST))
                .sorted(order)
                .toList();
    }

    /** The pages in which every one of the words stands, those with the words in their title first. */
    public List<ManualPage> with(String words) {
        return pages.values().stream()
                .filter(page -> page.has(words))
                .sorted(Comparator.comparing((ManualPage page) -> !page.isTitled(words))
                        .thenComparing(ManualPage::title, String.CASE_INSENSITIVE_ORDER))
                .toList();
    }

    /** The works of others that the program ships or starts. */
    public List<Acknowledgement> acknowledgements() {
        return acknowledgements;
    }

    /** The media type of a file, when it is an image. */
    public static Optional<String> imageType(String path) {
        return Optional.ofNullable(IMAGE_TYPES.get(path.substring(path.lastIndexOf('.') + 1)));
    }

    /** An image of the documentation, when there is one of that path. */
    public Optional<byte[]> image(String path) {
        if (!packed.contains(path) || imageType(path).isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(content(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> packed() throws IOException {
        URL first = Manual.class.getResource("/" + FOLDER + FIRST);
        if (first == null) {
            throw new FileNotFoundException("the program was built without its documentation: build it again");
        }
        URLConnection connection = first.openConnection();
        if (connection instanceof JarURLConnection jar) {
            jar.setUseCaches(false);
            try (JarFile file = jar.getJarFile()) {
                return below(file.stream().map(ZipEntry::getName).filter(name -> !name.endsWith("/")), FOLDER);
            }
        }
        Path root = Path.of(URI.create(first.toString())).resolve("../..").normalize();
        try (Stream<Path> files = Files.walk(root)) {
            return below(
                    files.filter(Files::isRegularFile)
                            .map(file -> root.relativize(file).toString().replace('\\', '/')),
                    "");
        }
    }

    private static Set<String> below(Stream<String> names, String folder) {
        Set<String> paths = new TreeSet<>();
        names.filter(name -> name.startsWith(folder)).forEach(name -> paths.add(name.substring(folder.length())));
        return paths;
    }

    private static byte[] content(String path) throws IOException {
        try (InputStream in = Manual.class.getResourceAsStream("/" + FOLDER + path)) {
            if (in == null) {
                throw new FileNotFoundException("the program has no file " + path);
            }
            return in.readAllBytes();
        }
    }
}
