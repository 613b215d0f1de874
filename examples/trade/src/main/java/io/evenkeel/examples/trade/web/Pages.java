// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.web;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The templates of the pages, Mustache files beside the classes; every value is escaped for HTML. Compiled once each.
 */
public final class Pages {

    private static final String FOLDER = "/io/evenkeel/examples/trade/page/";

    private final Map<String, Template> templates = new ConcurrentHashMap<>();
    private final Mustache.Compiler compiler =
            Mustache.compiler().escapeHTML(true).nullValue("").withLoader(Pages::open);

    /**
     * Fills a template.
     *
     * @param name file name without {@code .html}
     * @param model values of the template's names; a name that is not in it is a mistake and throws
     */
    public String fill(String name, Map<String, Object> model) {
        return templates.computeIfAbsent(name, this::compile).execute(model);
    }

    private Template compile(String name) {
        try (Reader source = open(name)) {
            return compiler.compile(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Reader open(String name) {
        InputStream file = Pages.class.getResourceAsStream(FOLDER + name + ".html");
        if (file == null) {
            throw new IllegalArgumentException("no template " + name);
        }
        return new InputStreamReader(file, StandardCharsets.UTF_8);
    }
}
