// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Files for everybody that are in memory. All answers share the same octets, so that a thousand clients that do not
 * read theirs cost only their connections.
 */
public final class StaticFiles implements OpenPage {

    private final String path;
    private final Function<String, @Nullable StaticFile> files;

    /** One of them, with its octets, which nobody may change. */
    public record StaticFile(String type, ByteBuffer content) {}

    /**
     * The files below a path.
     *
     * @param path ends with a slash
     * @param files by name; null where there is none
     */
    public StaticFiles(String path, Function<String, @Nullable StaticFile> files) {
        this.path = path;
        this.files = files;
    }

    @Override
    public boolean claims(String method, String asked, Request request) {
        return (method.equals("GET") || method.equals("HEAD")) && asked.startsWith(path) && file(asked) != null;
    }

    private @Nullable StaticFile file(String asked) {
        return files.apply(asked.substring(path.length()));
    }

    @Override
    public void answer(Request request, Response response, Callback callback, Executor workers) {
        StaticFile file = file(request.getHttpURI().getPath());
        if (file == null) {
            Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            return;
        }
        response.getHeaders().put("Cache-Control", "public, max-age=31536000, immutable");
        Entrance.send(response, HttpStatus.OK_200, file.type(), file.content().slice(), callback);
    }
}
