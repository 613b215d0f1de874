// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A server's own configuration file, to be changed in a few places. The places to change must be there. */
final class XmlFile {

    private final Path file;
    private final Document document;

    private XmlFile(Path file, Document document) {
        this.file = file;
        this.document = document;
    }

    static XmlFile read(Path file) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return new XmlFile(file, factory.newDocumentBuilder().parse(file.toFile()));
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " cannot be read", e);
        }
    }

    /** The elements of a path, at least one. */
    private List<Element> find(String path) throws IOException {
        try {
            NodeList found =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            if (found.getLength() == 0) {
                throw new IOException(file + " has no " + path);
            }
            List<Element> elements = new ArrayList<>();
            for (int i = 0; i < found.getLength(); i++) {
                elements.add((Element) found.item(i));
            }
            return elements;
        } catch (XPathExpressionException e) {
            throw new IOException(path, e);
        }
    }

    /** Sets attributes, given as names and values, of all elements of a path. */
    XmlFile set(String path, Object... pairs) throws IOException {
        for (Element element : find(path)) {
            attributes(element, pairs);
        }
        return this;
    }

    /** Adds an element with attributes to the one element of a path. */
    XmlFile add(String path, String name, Object... pairs) throws IOException {
        Element added = document.createElement(name);
        attributes(added, pairs);
        find(path).get(0).appendChild(added);
        return this;
    }

    private static void attributes(Element element, Object... pairs) {
        for (int i = 0; i < pairs.length; i += 2) {
            element.setAttribute((String) pairs[i], pairs[i + 1].toString());
        }
    }

    XmlFile remove(String path) throws IOException {
        for (Element element : find(path)) {
            element.getParentNode().removeChild(element);
        }
        return this;
    }

    /** The texts in the elements of a path. */
    List<String> texts(String path) throws IOException {
        return find(path).stream()
                .map(element -> element.getTextContent().trim())
                .toList();
    }

    void write(Path to) throws IOException {
        try {
            TransformerFactory.newInstance()
                    .newTransformer()
                    .transform(new DOMSource(document), new StreamResult(to.toFile()));
        } catch (TransformerException e) {
            throw new IOException(to + " cannot be written", e);
        }
    }
}
