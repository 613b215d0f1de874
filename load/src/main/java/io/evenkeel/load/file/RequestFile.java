// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.file;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.FinishedRequest;
import io.evenkeel.simulator.file.FileTrouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A CSV file with a line for each request, in the order in which they ended. Any thread may write. */
public final class RequestFile implements FinishedRequest.Witness, AutoCloseable {

    private final Writer out;
    private final long startNs;

    /**
     * Begins the file.
     *
     * @param startNs start of the load by {@link System#nanoTime}; times in the file count from there
     */
    public RequestFile(Path file, long startNs) throws LoadFileException {
        this.startNs = startNs;
        try {
            this.out = Files.newBufferedWriter(file);
            out.write("dueMs,sentMs,latencyMs,fromSentMs,user,request,status,failure,node,bytes\r\n");
        } catch (IOException e) {
            throw new LoadFileException("cannot write " + file + ": " + FileTrouble.writing(e));
        }
    }

    @Override
    public synchronized void saw(FinishedRequest request) {
        FailureKind failure = request.failure();
        try {
            out.append(ms(request.dueNs() - startNs)).append(',');
            out.append(ms(request.sentNs() - startNs)).append(',');
            out.append(ms(request.endNs() - request.dueNs())).append(',');
            out.append(ms(request.endNs() - request.sentNs())).append(',');
            out.append(Integer.toString(request.user())).append(',');
            out.append(quoted(request.what())).append(',');
            out.append(request.status() == 0 ? "" : Integer.toString(request.status()))
                    .append(',');
            out.append(failure == null ? "" : failure.name().toLowerCase(Locale.ROOT))
                    .append(',');
            out.append(quoted(request.node() == null ? "" : request.node())).append(',');
            out.append(Long.toString(request.bodyBytes())).append("\r\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nanoseconds as milliseconds with three digits, without the cost of a formatter. */
    private static String ms(long ns) {
        long us = Math.max(0, ns) / 1000;
        long rest = us % 1000;
        return us / 1000 + (rest < 10 ? ".00" : rest < 100 ? ".0" : ".") + rest;
    }

    private static String quoted(String text) {
        return text.indexOf(',') < 0 && text.indexOf('"') < 0 ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    @Override
    public void close() throws LoadFileException {
        try {
            out.close();
        } catch (IOException e) {
            throw new LoadFileException("cannot finish the file of requests: " + e.getMessage());
        }
    }
}
