// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.jmeter;

import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A place in a test plan where elements are added: a hashTree, in which each element is followed by the tree of what is
 * inside it.
 */
final class Jmx {

    private final Element tree;

    private Jmx(Element tree) {
        this.tree = tree;
    }

    /** The tree of the whole plan. */
    static Jmx root(Document document) {
        Element plan = document.createElement("jmeterTestPlan");
        plan.setAttribute("version", "1.2");
        plan.setAttribute("properties", "5.0");
        plan.setAttribute("jmeter", "5.6.3");
        document.appendChild(plan);
        return new Jmx(child(plan, "hashTree"));
    }

    private static Element child(Element parent, String name) {
        Element child = parent.getOwnerDocument().createElement(name);
        parent.appendChild(child);
        return child;
    }

    /** Adds an element. */
    PlanElement add(String type, String gui, String name) {
        Element element = child(tree, type);
        element.setAttribute("guiclass", gui);
        element.setAttribute("testclass", type);
        element.setAttribute("testname", name);
        element.setAttribute("enabled", "true");
        return new PlanElement(element, new Jmx(child(tree, "hashTree")));
    }

    /** An element with its properties, and the place inside it. */
    record PlanElement(Element element, Jmx inside) {

        PlanElement text(String name, String value) {
            return property("stringProp", name, value);
        }

        PlanElement is(String name, boolean value) {
            return property("boolProp", name, Boolean.toString(value));
        }

        PlanElement number(String name, long value) {
            return property("intProp", name, Long.toString(value));
        }

        private PlanElement property(String kind, String name, String value) {
            Element property = child(element, kind);
            property.setAttribute("name", name);
            property.setTextContent(value);
            return this;
        }

        /** A property that is an element itself; its own properties are set on what is returned. */
        PlanElement part(String name, String type) {
            Element part = child(element, "elementProp");
            part.setAttribute("name", name);
            part.setAttribute("elementType", type);
            return new PlanElement(part, inside);
        }

        /** A list; its parts are added to what is returned. */
        PlanElement list(String name) {
            Element list = child(element, "collectionProp");
            list.setAttribute("name", name);
            return new PlanElement(list, inside);
        }
    }
}
