// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.Meaning;
import io.evenkeel.translate.draft.Words;
import java.util.List;

/** The directives that nothing has understood, each with what it meant. */
final class HttpdRemainder {

    private static final String OWN = "Evenkeel chooses this by itself";
    private static final String PROCESS = "the unit or the container says it (user, limits)";
    private static final String FILES = "Evenkeel serves no files";

    /** Meanings by names in lower case; the first that fits counts. */
    private static final List<Meaning> MEANINGS = List.of(
            Meaning.of(
                    "proxypassreverse.*",
                    "redirects of the application are passed on unchanged; they are right when it reads X-Forwarded-*",
                    null),
            Meaning.of(
                    "proxypassmatch", "routes know prefixes of paths and no patterns", "write a route for each prefix"),
            Meaning.of("rewriteengine|rewriteoptions", "the rules behind it are in this list", null),
            Meaning.of(
                    "rewrite(rule|cond|map|base)",
                    "paths are passed on unchanged, and nothing is redirected",
                    Words.REDIRECT),
            Meaning.of("redirect.*", "clients are not redirected", Words.REDIRECT),
            Meaning.of(
                    "proxypreservehost|proxyvia|proxyaddheaders|proxyreceivebuffersize|proxyiobuffersize|proxybadheader|proxystatus|proxyset|proxyblock|proxydomain|proxyerroroverride|proxytimeout|proxyrequests|proxyhc.*",
                    OWN,
                    null),
            Meaning.of("proxyremote.*|noproxy", "nodes are connected to directly", ""),
            Meaning.of("<proxy|<proxymatch", "the balancer or server has no ProxyPass that leads to it", null),
            Meaning.of(
                    "documentroot|<directory.*|<files.*|directoryindex|alias.*|scriptalias.*|addtype|addhandler|sethandler|typesconfig|index.*|addicon.*|expires.*|fileetag|options|allowoverride.*|adddefaultcharset|mimemagicfile|errordocument|userdir|addlanguage|languagepriority|forcelanguagepriority|addencoding|addoutputfilter.*|addcharset|accessfilename|multiviewsmatch|readmename|headername|defaulttype|enablesendfile|enablemmap",
                    FILES,
                    "let the application serve them, or httpd on another port as a node"),
            Meaning.of(
                    "<location.*",
                    "what is said for this path is not applied",
                    "routes choose clusters; the rest belongs to the application"),
            Meaning.of(
                    "require.*|order|allow.*|deny.*|auth.*|<require.*|satisfy|<limit.*",
                    "requests that this refuses are passed on, and nobody is asked for a password",
                    "'deny' and 'allow' of a route refuse networks, and basic-auth asks for passwords"
                            + " (docs/guides/rules.md#who-may-come-in)"),
            Meaning.of(
                    "<if|<elseif|<else|setenvif.*|browsermatch.*|setenv|passenv|unsetenv",
                    "the condition is not evaluated",
                    "routes know hosts and paths only"),
            Meaning.of("<macro|use", "macros are not put in", "write what they stand for into the file"),
            Meaning.of(
                    "advertise.*|serveradvertise",
                    "servers find the dispatcher by a setting of their agent (push.url), not by multicast",
                    null),
            Meaning.of(
                    "createbalancers|keepalive|maxkeepaliverequests|persistslots|allowdisplay|allowcmd|reducedisplay|maxcontext|maxnode|maxhost|maxsessionid|memmanagerfile|checknonce|lbstatusrecaltime|waitforremove|enableoptions|wstunnel|enablewstunnel|responsefieldsize|deterministicfailover|cachebalancers|usealias|usenocanon",
                    OWN,
                    null),
            Meaning.of(
                    "enablemc[mp]+receive|managerbalancername",
                    "servers register by their agents (agent.register)",
                    null),
            Meaning.of("jk.*", "mod_jk's own settings; nodes are spoken to in HTTP", null),
            Meaning.of(
                    "mdomain.*|md.*|<mdomain.*",
                    "certificates are got otherwise",
                    "certificates: [{acme: [HOST]}] (docs/guides/acme.md)"),
            Meaning.of(
                    "ssl(ciphersuite|honorcipherorder|compression|sessioncache.*|sessiontickets|usestapling|stapling.*|random.*|passphrasedialog|options|opensslconfcmd|engine|protocol|proxy.*|ocsp.*|verifydepth|insecure.*|strictsni.*|cryptodevice)",
                    "suites, curves, session tickets and the like are chosen by Evenkeel",
                    null),
            Meaning.of("ssl.*", "this setting of TLS has no counterpart", ""),
            Meaning.of(
                    "logformat|errorlog.*|loglevel|customlog|globallog|transferlog", "log.access and log.file", null),
            Meaning.of("timeout|proxytimeout", "timeouts.response of the clusters", null),
            Meaning.of("loadmodule|addmodule", "nothing is loaded", null),
            Meaning.of(
                    "maxrequestworkers|startservers",
                    "a connection takes no thread; limits.connections limits them",
                    null),
            Meaning.of(
                    "serverroot|pidfile|user|group|mutex|listenbacklog|.*spareservers|.*sparethreads|threadlimit|maxconnectionsperchild|hostnamelookups|usecanonicalname.*|serveradmin|servertokens|serversignature|traceenable|keepalivetimeout|protocols.*|h2.*|coredumpdirectory|scoreboardfile|defaultruntimedir|asyncrequestworkerfactor|sendbuffersize|receivebuffersize|extendedstatus|servername|acceptfilter|enableexceptionhook|namevirtualhost|define|error|limit.*|httpprotocoloptions|mergeslashes|undefine",
                    PROCESS,
                    null),
            Meaning.of("requestreadtimeout", "timeouts.head and timeouts.body of the listener", null),
            Meaning.of(
                    "cache.*", "answers are not cached", "cache: true at a route stores them (docs/guides/cache.md)"),
            Meaning.of(
                    "(set|add)?(out|in)putfilter|deflate.*|brotli.*|substitute|filter.*",
                    "answers are passed on unchanged, and not compressed",
                    "let the server do it (Tomcat: compression=\"on\")"),
            Meaning.of("header|requestheader|remoteip.*", "it has no effect on what could be translated", null),
            Meaning.of(
                    "qs_.*|dos.*|evasive.*",
                    "requests of a client are not limited by time",
                    "limits.rate of a listener limits the requests of a client"),
            Meaning.of("sec.*|<security.*", "requests are not inspected", "keep a firewall for applications in front"));

    private final Draft draft;

    HttpdRemainder(Draft draft) {
        this.draft = draft;
    }

    void tell(HttpdDirective directive) {
        if (directive.name().equals("errordocument") && directive.argument(0).equals("503")) {
            draft.missing(
                    directive.at(),
                    directive.shown(),
                    "Evenkeel's own page with the reason is sent",
                    "error-pages of a listener names files of your own, and overload.page of a cluster one for 503");
        } else {
            draft.leftOver(
                    directive.at(), directive.shown(), directive.name(), Meaning.find(MEANINGS, directive.name()));
        }
    }
}
