// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * A Tomcat in this JVM, in a class loader of its own, with web applications that have the packaged jar of the agent in
 * WEB-INF/lib.
 *
 * <p>Driven by reflection, because Tomcats of both namespaces have the same names.
 */
final class TrialServer implements AutoCloseable {

    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private final String namespace;
    private final Path folder;
    private final URLClassLoader loader;
    private final Object tomcat;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /** Starts a server of a namespace, {@code jakarta} or {@code javax}, without any application. */
    TrialServer(String namespace, Path folder) throws Exception {
        this.namespace = namespace;
        this.folder = folder;
        this.loader = new URLClassLoader(jarsOf(namespace), ClassLoader.getPlatformClassLoader());
        // Its factory of URLs would be the whole JVM's, and a second server could not set another.
        loader.loadClass("org.apache.catalina.webresources.TomcatURLStreamHandlerFactory")
                .getMethod("disable")
                .invoke(null);
        this.tomcat = loader.loadClass("org.apache.catalina.startup.Tomcat")
                .getConstructor()
                .newInstance();
        Files.createDirectories(folder.resolve("webapps"));
        inLoader(() -> {
            call(tomcat, "setBaseDir", folder.toString());
            call(tomcat, "setPort", 0);
            call(tomcat, "setHostname", "localhost");
            call(call(tomcat, "getServer"), "setParentClassLoader", loader);
            call(tomcat, "getHost");
            Object connector = call(tomcat, "getConnector");
            call(connector, "setProperty", "address", "127.0.0.1");
            return call(tomcat, "start");
        });
    }

    /** Deploys an application with the trial servlet and the agent's jar. */
    Object deploy(String path, String... parameters) throws Exception {
        Path application = folder.resolve("app" + path.replace('/', '-'));
        Path classes = application.resolve("WEB-INF/classes");
        Path trial = Path.of("io", "evenkeel", "agent", "trial", namespace, "TrialServlet.class");
        Files.createDirectories(classes.resolve(trial).getParent());
        Files.copy(TARGET.resolve("test-classes").resolve(trial), classes.resolve(trial));
        Path libraries = Files.createDirectories(application.resolve("WEB-INF/lib"));
        Path jar = agentJar();
        Files.copy(jar, libraries.resolve(jar.getFileName()));
        return deploy(path, application, parameters);
    }

    /** Deploys an application that is there, a folder or an archive. */
    Object deploy(String path, Path application, String... parameters) throws Exception {
        return inLoader(() -> {
            Object context = call(tomcat, "addWebapp", path, application.toString());
            for (int i = 0; i < parameters.length; i += 2) {
                call(context, "addParameter", parameters[i], parameters[i + 1]);
            }
            assertThat(call(context, "getStateName")).isEqualTo("STARTED");
            return context;
        });
    }

    /** Takes an application away. */
    void undeploy(Object context) throws Exception {
        inLoader(() -> {
            call(call(tomcat, "getHost"), "removeChild", context);
            return call(context, "destroy");
        });
    }

    /** The class loader of an application. */
    static ClassLoader loaderOf(Object context) throws Exception {
        return (ClassLoader) call(call(context, "getLoader"), "getClassLoader");
    }

    /** The stand-alone application that the build has made. */
    static Path war() {
        return TARGET.resolve("evenkeel-agent.war");
    }

    HttpResponse<String> get(String path, String... fields) throws IOException, InterruptedException {
        return client.send(request(path, fields), HttpResponse.BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> begin(String path) {
        return client.sendAsync(request(path), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() throws Exception {
        inLoader(() -> {
            call(tomcat, "stop");
            return call(tomcat, "destroy");
        });
        loader.close();
    }

    private HttpRequest request(String path, String... fields) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path));
        return fields.length == 0 ? request.build() : request.headers(fields).build();
    }

    private int port() {
        try {
            return (Integer) call(call(tomcat, "getConnector"), "getLocalPort");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path agentJar() throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            return files.filter(each -> each.getFileName().toString().matches("evenkeel-agent-[0-9.]+\\.jar"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    private static URL[] jarsOf(String namespace) throws IOException {
        List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(TARGET.resolve("servers").resolve(namespace))) {
            for (Path file : files.toList()) {
                jars.add(file.toUri().toURL());
            }
        }
        return jars.toArray(URL[]::new);
    }

    private <T> T inLoader(Call<T> call) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return call.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Calls the public method of this name that takes arguments of this number and these kinds. */
    static Object call(Object target, String name, Object... arguments) throws Exception {
        for (var method : target.getClass().getMethods()) {
            if (method.getName().equals(name) && fits(method.getParameterTypes(), arguments)) {
                method.setAccessible(true);
                Object result = method.invoke(target, arguments);
                return result == null ? "" : result;
            }
        }
        throw new NoSuchMethodException(target.getClass().getName() + "." + name);
    }

    private static boolean fits(Class<?>[] types, Object[] arguments) {
        boolean fits = types.length == arguments.length;
        for (int i = 0; fits && i < types.length; i++) {
            fits = types[i].isInstance(arguments[i]) || (types[i] == int.class && arguments[i] instanceof Integer);
        }
        return fits;
    }

    private interface Call<T> {
        T run() throws Exception;
    }
}
