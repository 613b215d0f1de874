// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.Meaning;
import io.evenkeel.translate.draft.Words;
import java.util.List;

/** The directives that nothing has understood, each with what it meant. */
final class NginxRemainder {

    /** The consequence of a directive that is missing, and the remedy. */
    record Lost(String effect, String advice) {}

    private static final String OWN = "Evenkeel chooses this by itself";
    private static final String FILES = "Evenkeel serves no files: these requests go where another route sends them";
    private static final String PROCESS = "the unit or the container says it (user, limits)";

    /** The first that fits counts. */
    private static final List<Meaning> MEANINGS = List.of(
            Meaning.of(
                    "root|alias|autoindex.*|try_files|expires",
                    FILES,
                    "let the application, or nginx on another port as a node, serve them"),
            Meaning.of("index|etag|sendfile.*|charset.*|log_not_found", "Evenkeel serves no files", null),
            Meaning.of("return", "the answer is not given here, and nobody is redirected", Words.REDIRECT),
            Meaning.of(
                    "rewrite|rewrite_log|set|break", "paths are passed on unchanged", "change them in the application"),
            Meaning.of(
                    "if|map|map_hash.*|geo|geoip2?|split_clients",
                    "the condition is not evaluated",
                    "routes know hosts and paths only"),
            Meaning.of(
                    "allow|deny|satisfy",
                    "requests that this refuses are passed on",
                    "'deny' (looked at first) and 'allow' of a listener or of a route refuse networks"
                            + " (docs/guides/rules.md#who-may-come-in)"),
            Meaning.of(
                    "auth_basic.*",
                    "nobody is asked for a password",
                    "basic-auth of a listener or of a route asks, with a file of 'htpasswd -B' (docs/guides/rules.md)"),
            Meaning.of(
                    "auth_.*",
                    "nobody is asked for a password",
                    "jwt of a route checks tokens; or let the application ask"),
            Meaning.of(
                    "limit_req.*",
                    "requests of a client are not limited by time",
                    "limits.rate of a listener limits the requests of a client"),
            Meaning.of(
                    "limit_conn.*",
                    "connections are limited otherwise",
                    "limits.connections-per-address of the listener"),
            Meaning.of("limit_rate.*", "answers are sent as fast as clients read", ""),
            Meaning.of(
                    "add_header|more_.*headers",
                    "the field is not added to answers",
                    "headers.response.set of a listener sets it in all answers of nodes"),
            Meaning.of(
                    "error_page|proxy_intercept_errors|recursive_error_pages",
                    "Evenkeel's own page with the reason is sent",
                    "error-pages of a listener or of a route names files of your own (docs/guides/rules.md#error-pages)"),
            Meaning.of(
                    "(proxy|fastcgi|uwsgi|scgi|grpc)_cache.*|slice",
                    "answers are not cached",
                    "cache: true at a route stores them (docs/guides/cache.md)"),
            Meaning.of(
                    "gzip.*|gunzip|brotli.*",
                    "answers are not compressed",
                    "let the server do it (Tomcat: compression=\"on\")"),
            Meaning.of(
                    "sub_filter.*|addition.*|proxy_cookie_.*|proxy_redirect|ssi.*",
                    "answers are passed on unchanged",
                    "deploy the application below the path that clients see; then nothing is to be changed"),
            Meaning.of(
                    "fastcgi_.*|uwsgi_.*|scgi_.*|memcached_.*",
                    "nodes are spoken to in HTTP only",
                    "let an HTTP server stand before them"),
            Meaning.of(
                    "mirror.*",
                    "requests are not copied",
                    "mirror: {cluster: NAME} of a route copies them to a cluster (docs/guides/rules.md)"),
            Meaning.of(
                    "js_.*|perl.*|lua_.*|.*_by_lua.*|njs.*",
                    "no script is run",
                    "write a policy in Java (docs/guides/write-a-policy.md)"),
            Meaning.of(
                    "health_check.*|match",
                    "the checks of nginx Plus are not translated",
                    "add health: {path: /health} to the cluster"),
            Meaning.of(
                    "log_format|open_log_file_cache",
                    "lines have the form of log.access.format: combined, json or haproxy",
                    null),
            Meaning.of("access_log", "log.access is one for all listeners", null),
            Meaning.of("error_log|log_.*", "log.file and log.level", null),
            Meaning.of(
                    "ssl_stapling.*|ssl_trusted_certificate|ssl_verify_depth",
                    "an OCSP answer is stapled from a file (tls.certificates[].ocsp); nothing is fetched",
                    null),
            Meaning.of(
                    "ssl_preread",
                    "a TCP listener does not look at the name of TLS",
                    "terminate TLS here with protocol: http"),
            Meaning.of(
                    "ssl_password_file|ssl_certificate_by.*",
                    "encrypted keys need a password here",
                    "key-password: ${file:PATH}"),
            Meaning.of(
                    "ssl_.*|quic.*|http3.*",
                    "suites, curves, session tickets and the like are chosen by Evenkeel",
                    null),
            Meaning.of(
                    "status_zone|stub_status|api|zone",
                    "the console, /metrics and the API are always there (section 'admin')",
                    null),
            Meaning.of(
                    "user|pid|daemon|worker_.*|master_process|load_module|env|lock_file|timer_resolution|pcre_jit|thread_pool|working_directory",
                    PROCESS,
                    null),
            Meaning.of(
                    "events|types|default_type|types_.*|server_tokens|server_names_hash.*|variables_hash.*", OWN, null),
            Meaning.of(
                    "resolver.*",
                    "names are looked up again at the servers of /etc/resolv.conf, whenever their answers are over",
                    "discover: {dns: NAME, port: PORT, servers: [...]} asks other servers"),
            Meaning.of("mail", "mail protocols are not proxied as such", "a tcp listener passes their connections on"),
            Meaning.of(
                    "proxy_bind|proxy_set_body|proxy_method|proxy_pass_request_.*",
                    "requests are passed on unchanged",
                    ""),
            Meaning.of(
                    "proxy_next_upstream.*|grpc_next_upstream.*",
                    "a request is sent again when its node cannot have done it (docs/decisions/0005)",
                    null),
            Meaning.of(
                    "proxy_hide_header|proxy_set_header|grpc_set_header|proxy_read_timeout|proxy_connect_timeout|proxy_http_version",
                    "it has no effect on what could be translated",
                    null),
            Meaning.of(
                    "proxy_.*|grpc_.*|client_.*|keepalive.*|send_.*|tcp_.*|reset_.*|lingering.*|aio.*|directio.*|output_buffers|postpone_output|open_file_cache.*|large_client.*|ignore_invalid_headers|underscores_in_headers|merge_slashes|port_in_redirect|server_name_in_redirect|absolute_redirect|connection_pool_size|request_pool_size|chunked.*|max_.*|http2.*|preread.*|real_ip.*|set_real_ip_from|ntlm|least_.*|msie.*|internal|ssl",
                    OWN,
                    null));

    private final Draft draft;

    NginxRemainder(Draft draft) {
        this.draft = draft;
    }

    void tell(NginxDirective directive) {
        if (directive.name().equals("error_page") && directive.arguments().contains("503")) {
            draft.missing(
                    directive.at(),
                    directive.shown(),
                    "Evenkeel's own page with the reason is sent",
                    "error-pages of a listener names files of your own, and overload.page of a cluster one for 503");
        } else if (directive.name().equals("map") && directive.argument(1).equals("$http_upgrade")) {
            draft.needless(directive.at(), directive.shown(), "WebSockets pass by themselves");
        } else {
            draft.leftOver(
                    directive.at(), directive.shown(), directive.name(), Meaning.find(MEANINGS, directive.name()));
        }
    }

    /** The consequence of a place that passes its requests to no server. */
    static Lost insteadOfServers(NginxDirective place) {
        for (String name : List.of(
                "fastcgi_pass",
                "uwsgi_pass",
                "scgi_pass",
                "memcached_pass",
                "return",
                "deny",
                "stub_status",
                "root",
                "alias")) {
            if (!place.inside(name).isEmpty()) {
                Meaning meaning = Meaning.find(MEANINGS, name);
                String advice = meaning == null || meaning.advice() == null ? "" : meaning.advice();
                return new Lost(meaning == null ? FILES : meaning.effect(), advice);
            }
        }
        return new Lost(FILES, "let the application, or nginx on another port as a node, serve them");
    }
}
