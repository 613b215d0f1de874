// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

/** The servers that can be started. */
public enum ServerType {
    TOMCAT("Tomcat", "apache-tomcat-*"),
    JETTY("Jetty", "jetty-home-*"),
    WILDFLY("WildFly", "wildfly-*"),
    OPEN_LIBERTY("Open Liberty", "wlp"),
    GLASSFISH("GlassFish", "glassfish*");

    private final String title;
    private final String folders;

    ServerType(String title, String folders) {
        this.title = title;
        this.folders = folders;
    }

    /** The name for people. */
    public String title() {
        return title;
    }

    /** The name of the folder to which its archive unpacks. */
    String folders() {
        return folders;
    }

    Recipe recipe() {
        return switch (this) {
            case TOMCAT -> new TomcatRecipe();
            case JETTY -> new JettyRecipe();
            case WILDFLY -> new WildFlyRecipe();
            case OPEN_LIBERTY -> new LibertyRecipe();
            case GLASSFISH -> new GlassFishRecipe();
        };
    }
}
