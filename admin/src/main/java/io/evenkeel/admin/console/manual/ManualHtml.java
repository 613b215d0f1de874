// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.manual;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Document;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jspecify.annotations.Nullable;

/**
 * Makes HTML of the repository's files. Raw HTML in Markdown becomes text and comments vanish. Links to packed files
 * lead to their page of the console and those to the web stay; of all others, such as links to source code, only the
 * text stays.
 */
final class ManualHtml {

    private static final Pattern HEADING = Pattern.compile("^#.*$", Pattern.MULTILINE);

    private final Set<String> packed;
    private final Parser parser;
    private final HtmlRenderer renderer;

    /** @param packed paths of the files that can be shown */
    ManualHtml(Set<String> packed) {
        List<Extension> extensions = List.of(TablesExtension.create(), HeadingAnchorExtension.create());
        this.packed = packed;
        this.parser = Parser.builder().extensions(extensions).build();
        this.renderer = HtmlRenderer.builder()
                .extensions(extensions)
                .escapeHtml(true)
                .sanitizeUrls(true)
                .attributeProviderFactory(context -> ManualHtml::addAttributes)
                .build();
    }

    /** A page of a file; text that is not Markdown is shown unchanged. Cheap, because only its beginning is read. */
    ManualPage page(String path, String source) {
        return new ManualPage(this, path, title(path, source), source);
    }

    private String title(String path, String source) {
        if (!path.endsWith(".md")) {
            return path.substring(path.lastIndexOf('/') + 1);
        }
        Matcher heading = HEADING.matcher(source);
        String title = heading.find() ? firstHeading(source.substring(0, heading.end())) : "";
        // a line of code may look like a heading
        title = title.isEmpty() ? firstHeading(source) : title;
        return title.isEmpty() ? path : title;
    }

    private String firstHeading(String source) {
        StringBuilder title = new StringBuilder();
        parser.parse(source).accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                if (title.length() == 0) {
                    title.append(text(heading));
                }
            }
        });
        return title.toString();
    }

    /** The HTML of a file. */
    String html(String path, String source) {
        Node document = path.endsWith(".md") ? parser.parse(source) : plain(path, source);
        document.accept(new Rewriting(path));
        // a "<table>" of the text itself is escaped, so that only the renderer's are found
        return renderer.render(document)
                .replace("<table>", "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>")
                .replace("</table>", "</table></div>")
                // a heading without text says nothing to users of screen readers
                .replaceAll("<th( align=\"[a-z]+\")?></th>", "<td></td>");
    }

    private static Node plain(String path, String source) {
        Heading heading = new Heading();
        heading.setLevel(1);
        heading.appendChild(new Text(path.substring(path.lastIndexOf('/') + 1)));
        IndentedCodeBlock block = new IndentedCodeBlock();
        block.setLiteral(source);
        Document document = new Document();
        document.appendChild(heading);
        document.appendChild(block);
        return document;
    }

    private static void addAttributes(Node node, String tag, Map<String, String> attributes) {
        if (tag.equals("pre")) {
            attributes.put("tabindex", "0");
        }
        if (node instanceof Link link && link.getDestination().startsWith("http")) {
            attributes.put("rel", "noreferrer");
        }
    }

    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak part) {
                text.append(' ');
            }
        });
        return text.toString();
    }

    /**
     * Changes the tree of one page; its parents look at the next sibling before they visit a node, so that nodes may
     * go.
     */
    private final class Rewriting extends AbstractVisitor {

        private final URI here;

        Rewriting(String path) {
            this.here = URI.create("/" + path);
        }

        @Override
        public void visit(Link link) {
            visitChildren(link);
            String address = address(link.getDestination());
            if (address == null) {
                leaveText(link);
            } else {
                link.setDestination(address);
            }
        }

        @Override
        public void visit(Image image) {
            URI there = there(image.getDestination());
            String target = there == null ? null : target(there.getPath());
            if (target == null) {
                leaveText(image);
            } else {
                image.setDestination(ManualPage.ADDRESS + "/image?name=" + target);
            }
        }

        @Override
        public void visit(HtmlBlock block) {
            if (isComment(block.getLiteral())) {
                block.unlink();
            }
        }

        @Override
        public void visit(HtmlInline inline) {
            if (isComment(inline.getLiteral())) {
                inline.unlink();
            }
        }

        private @Nullable String address(String destination) {
            if (destination.startsWith("#")
                    || destination.startsWith("https://")
                    || destination.startsWith("http://")) {
                return destination;
            }
            URI there = there(destination);
            String target = there == null ? null : target(there.getPath());
            if (there == null || target == null) {
                return null;
            }
            String fragment = there.getRawFragment();
            return ManualPage.address(target) + (fragment == null ? "" : "#" + fragment);
        }

        private @Nullable URI there(String destination) {
            try {
                URI there = here.resolve(destination);
                boolean inside =
                        there.getScheme() == null && there.getRawAuthority() == null && there.getPath() != null;
                return inside ? there : null;
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        private @Nullable String target(String absolute) {
            String path = absolute.replaceFirst("^/", "").replaceFirst("/$", "");
            if (packed.contains(path)) {
                return path;
            }
            String index = path + "/README.md";
            return packed.contains(index) ? index : null;
        }

        private static boolean isComment(@Nullable String html) {
            return html != null && html.startsWith("<!--") && html.strip().endsWith("-->");
        }

        private static void leaveText(Node node) {
            Node child = node.getFirstChild();
            while (child != null) {
                Node next = child.getNext();
                node.insertBefore(child);
                child = next;
            }
            node.unlink();
        }
    }
}
