// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.affinity.store.StoreView;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.TelemetryFigures;
import io.evenkeel.dispatcher.control.TelemetryView;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.dispatcher.trace.ExemplarView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
class ExportsIT {

    private static final long MS = 1_000_000;
    private static final long DAY_MS = 86_400_000;
    private static final Pattern SERIES =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{(?:[a-z_]+=\"(?:[^\"\\\\]|\\\\.)*\",?)*\\})? (\\S+)");

    private final ScriptedControl control = new ScriptedControl();
    private final HttpClient client = HttpClient.newHttpClient();
    private AdminServer server;

    @BeforeEach
    void start() throws IOException {
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), null), control, null);
        control.meters.meter("shop", 0).finished(0, 200, false, 500, 2 * MS, 8 * MS, 10 * MS, 10, 100);
        control.meters.meter("shop", 0).finished(0, 200, false, 500, 0, 40 * MS, 41 * MS, 10, 100);
        control.meters.meter("shop", 0).finished(-1, 503, true, 2_000 * MS, 0, 0, 2_000 * MS, 10, 0);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void tellsOfThePlacesWhereNodesAreFound() throws Exception {
        assertThat(get("/metrics").body()).doesNotContain("evenkeel_discovery_");
        assertThat(get("/api/v1/dispatcher").body()).doesNotContain("\"discovery\"");
        control.discoveries = List.of(new DiscoveryView(
                "shop", "dns shop.test", 3, 1, 9, 4, 2, 1_900_000_000_000L, "no name server answers in time", ""));

        String of = "{cluster=\"shop\"} ";
        assertThat(get("/metrics").body().lines())
                .contains(
                        "evenkeel_discovery_failing" + of + "1.0",
                        "evenkeel_discovery_last_answer_timestamp_seconds" + of + "1.9E9",
                        "evenkeel_discovery_nodes" + of + "3.0",
                        "evenkeel_discovery_draining" + of + "1.0",
                        "evenkeel_discovery_answers_total" + of + "9.0",
                        "evenkeel_discovery_changes_total" + of + "4.0",
                        "evenkeel_discovery_failures_total" + of + "2.0");
        assertThat(get("/api/v1/dispatcher").body().replaceAll("\\s+", ""))
                .contains("\"discovery\":[{\"cluster\":\"shop\",\"source\":\"dnsshop.test\",\"found\":3,\"draining\":1,"
                        + "\"lastAnswer\":\"2030-03-17T17:46:40Z\",\"answers\":9,\"changes\":4,\"failures\":2,"
                        + "\"problem\":\"nonameserveranswersintime\",\"remark\":null}]");
    }

    @Test
    void speaksPrometheus() throws Exception {
        HttpResponse<String> answer = get("/metrics");
        assertThat(answer.headers().firstValue("content-type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.body().lines())
                .contains(
                        "evenkeel_cluster_tasks_total{cluster=\"shop\",code=\"2xx\"} 2.0",
                        "evenkeel_cluster_tasks_total{cluster=\"shop\",code=\"5xx\"} 1.0",
                        "evenkeel_node_tasks_total{cluster=\"shop\",code=\"2xx\",node=\"vcn1\"} 2.0",
                        "evenkeel_cluster_failures_total{cluster=\"shop\"} 1.0",
                        "evenkeel_cluster_attempts_failed_total{cluster=\"shop\"} 6.0",
                        "evenkeel_node_attempts_failed_total{cluster=\"shop\",node=\"vcn1\"} 6.0",
                        "evenkeel_cluster_response_seconds_bucket{cluster=\"shop\",le=\"0.01\"} 1",
                        "evenkeel_cluster_response_seconds_bucket{cluster=\"shop\",le=\"0.05\"} 2",
                        "evenkeel_cluster_response_seconds_bucket{cluster=\"shop\",le=\"+Inf\"} 3",
                        "evenkeel_cluster_pt_seconds_sum{cluster=\"shop\"} 0.048",
                        "evenkeel_cluster_wt2_seconds_count{cluster=\"shop\"} 2",
                        "evenkeel_cluster_wt1_seconds_bucket{cluster=\"shop\",le=\"1.0E-6\"} 2",
                        "evenkeel_node_slowdown_ratio_count{cluster=\"shop\",node=\"vcn1\"} 2",
                        "evenkeel_node_state{cluster=\"shop\",node=\"a,b \\\"c\\\"\",state=\"drain\"} 1.0",
                        "evenkeel_node_selections_total{cluster=\"shop\",node=\"vcn1\"} 120.0",
                        "evenkeel_listener_connections{listener=\"web\"} 2.0",
                        "evenkeel_listener_refused_total{listener=\"web\",reason=\"bad-request\"} 4.0",
                        "evenkeel_listener_connections_limit{listener=\"web\"} 1000.0",
                        "evenkeel_listener_handshakes_total{kind=\"resumed\",listener=\"web\",version=\"1.3\"} 2.0",
                        "evenkeel_listener_handshakes_failed_total{listener=\"web\"} 3.0",
                        "evenkeel_listener_requests_total{listener=\"web\",protocol=\"http1\"} 30.0",
                        "evenkeel_listener_requests_total{listener=\"web\",protocol=\"http2\"} 10.0",
                        "evenkeel_listener_full_total{listener=\"web\"} 1.0",
                        "evenkeel_listener_connections_refused_total{listener=\"web\",reason=\"address-limit\"} 5.0",
                        "evenkeel_draining 0.0",
                        "evenkeel_build_info{version=\"" + control.dispatcher().version() + "\"} 1",
                        "evenkeel_cluster_policy_info{cluster=\"shop\",policy=\"headroom\"} 1",
                        "evenkeel_config_last_reload_successful 1.0")
                .anyMatch(line -> line.startsWith("evenkeel_listener_certificate_expiry_seconds{certificate="
                        + "\"shop.example.org\",file=\"shop.pem\",kind=\"ec\",listener=\"web\"} "))
                .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{"));
    }

    @Test
    void keepsTheRulesOfPromtool() throws Exception {
        control.sessions = new SessionsView(
                "learned",
                new SessionFigures(1, 2, 1, 3, 4),
                Map.of(),
                Map.of(),
                0,
                0,
                0,
                Map.of("home", 5L),
                new StoreView("valkey://10.0.0.9:6379", 9, 5, 2, 7, 4, 3, true, 4000));

        String page = get("/metrics").body();

        assertThat(MetricRules.breaches(page)).isEmpty();
        assertThat(page)
                .contains("\nprocess_cpu_seconds_total ", "\nsystem_cpus ", "\nevenkeel_store_asked_total{")
                .doesNotContain("process_cpu_time", "system_cpu_count");
    }

    @Test
    void aStoreOfSessionsHasItsSeries() throws Exception {
        assertThat(get("/metrics").body()).doesNotContain("evenkeel_store_");
        StoreView store = new StoreView("valkey://10.0.0.9:6379", 9, 5, 2, 7, 4, 3, true, 4000);
        control.sessions = new SessionsView(
                "learned", SessionFigures.NONE, Map.of(), Map.of(), 0, 0, 0, Map.of("home", 5L), store);
        String of = "{store=\"valkey://10.0.0.9:6379\"}";

        assertThat(get("/metrics").body().lines())
                .contains(
                        "evenkeel_store_away" + of + " 1.0",
                        "evenkeel_store_asked_total" + of + " 9.0",
                        "evenkeel_store_found_total" + of + " 5.0",
                        "evenkeel_store_late_total" + of + " 2.0",
                        "evenkeel_store_written_total" + of + " 7.0",
                        "evenkeel_store_skipped_total" + of + " 4.0",
                        "evenkeel_store_failed_total" + of + " 3.0");
        assertThat(get("/api/v1/clusters/shop/sessions").body())
                .contains("\"store\":{\"url\":\"valkey://10.0.0.9:6379\",\"away\":true,\"awayMs\":4000,\"asked\":9,"
                        + "\"found\":5,\"late\":2,\"written\":7,\"skipped\":4,\"failed\":3}");
    }

    @Test
    void twoCertificatesForTheSameNamesHaveASeriesEach() throws Exception {
        CertificateView old = control.certificates.get(0);
        control.certificates = List.of(
                old,
                new CertificateView(old.names(), old.kind(), "shop-new.pem", old.begunMs(), old.expiresMs()),
                new CertificateView(old.names(), old.kind(), "shop.pem", old.begunMs(), old.expiresMs()));

        HttpResponse<String> answer = get("/metrics");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body().lines())
                .filteredOn(line -> line.startsWith("evenkeel_listener_certificate_expiry_seconds{"))
                .hasSize(2);
    }

    @Test
    void theApiShowsWhatAListenerDoesOverTls() throws Exception {
        long nowMs = System.currentTimeMillis();
        control.certificates = List.of(
                control.certificates.get(0),
                new CertificateView("a.example.org", "rsa", "a.pem", 0, nowMs + 5 * DAY_MS),
                new CertificateView("b.example.org", "rsa", "b.pem", 0, nowMs - DAY_MS));

        assertThat(get("/api/v1/dispatcher").body())
                .contains(
                        "\"requests\":{\"http1\":30,\"http2\":10}",
                        "\"handshakes\":{\"full\":5,\"resumed\":2,\"failed\":3,\"tls12\":1,\"tls13\":6}",
                        "\"file\":\"shop.pem\",\"expires\":\"2099-12-03T16:53:20Z\",\"expiresMs\":4100000000000,\"warning\":null}")
                .containsPattern("a.pem[^}]*\"warning\":\"expires-soon\"")
                .containsPattern("b.pem[^}]*\"warning\":\"expired\"");
    }

    @Test
    void tellsWhatNodesSayOfThemselves() throws Exception {
        String series = "{cluster=\"shop\",node=\"vcn1\"}";
        List<String> lines = get("/metrics").body().lines().toList();
        assertThat(lines)
                .contains(
                        "evenkeel_node_agent_state{cluster=\"shop\",node=\"vcn1\",state=\"reporting\"} 1.0",
                        "evenkeel_node_agent_state{cluster=\"shop\",node=\"vcn1\",state=\"silent\"} 0.0",
                        "evenkeel_node_sample_age_seconds" + series + " 0.12",
                        "evenkeel_node_samples_total{cluster=\"shop\",node=\"vcn1\",source=\"piggyback\"} 40.0",
                        "evenkeel_node_samples_set_aside_total{cluster=\"shop\",node=\"vcn1\",reason=\"figures\"} 1.0",
                        "evenkeel_node_pulls_failed_total" + series + " 3.0",
                        "evenkeel_node_others_in_flight" + series + " 5.0",
                        "evenkeel_node_cpu_ratio" + series + " 0.125",
                        "evenkeel_node_workers_busy" + series + " 3.0",
                        "evenkeel_node_workers_max" + series + " 12.0")
                .as("what the server does not offer has no series")
                .noneMatch(line -> line.startsWith("evenkeel_node_jdbc_active{"))
                .as("a node without an agent has none")
                .noneMatch(line -> line.startsWith("evenkeel_node_agent_state{cluster=\"bank\""));
    }

    @Test
    void tellsNoFiguresThatAreNotInForce() throws Exception {
        AgentView well = ScriptedControl.REPORTING;
        control.agents.put(
                "vcn1",
                new AgentView(
                        AgentState.SILENT,
                        "connection refused",
                        7_500,
                        SampleSource.PULL,
                        42,
                        0,
                        well.figures(),
                        well.received(),
                        well.setAside(),
                        9,
                        -1));
        assertThat(get("/metrics").body().lines())
                .contains(
                        "evenkeel_node_agent_state{cluster=\"shop\",node=\"vcn1\",state=\"silent\"} 1.0",
                        "evenkeel_node_sample_age_seconds{cluster=\"shop\",node=\"vcn1\"} 7.5")
                .noneMatch(line -> line.startsWith("evenkeel_node_cpu_ratio{"));
    }

    @Test
    void writesWhatAScraperAccepts() throws Exception {
        String text = get("/metrics").body();
        Map<String, String> types = new HashMap<>();
        Set<String> seen = new HashSet<>();
        Map<String, Double> lastBucket = new HashMap<>();
        for (String line :
                text.lines().filter(each -> each.startsWith("# TYPE ")).toList()) {
            List<String> words = Arrays.asList(line.split(" ", -1));
            assertThat(types.put(words.get(2), words.get(3)))
                    .as("type of %s given twice", words.get(2))
                    .isNull();
        }
        for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
            Matcher series = SERIES.matcher(line);
            assertThat(series.matches()).as("a series: %s", line).isTrue();
            assertThat(seen.add(series.group(1) + series.group(2)))
                    .as("once: %s", line)
                    .isTrue();
            String family = family(series.group(1), types);
            assertThat(text.indexOf("# TYPE " + family + " "))
                    .as("type before %s", line)
                    .isBetween(0, text.indexOf(line));
            double value = Double.parseDouble(series.group(3).replace("Inf", "Infinity"));
            boolean counter = "counter".equals(types.get(family));
            assertThat(family.endsWith("_total")).as("a counter: %s", line).isEqualTo(counter);
            assertThat(counter ? value : 0).as(line).isGreaterThanOrEqualTo(0);
            String set = family + String.valueOf(series.group(2)).replaceAll(",?le=\"[^\"]*\"", "");
            double least = series.group(1).endsWith("_bucket")
                    ? Objects.requireNonNullElse(lastBucket.put(set, value), 0.0)
                    : Double.NEGATIVE_INFINITY;
            assertThat(value).as("cumulative: %s", line).isGreaterThanOrEqualTo(least);
        }
        assertThat(text).endsWith("\n");
        assertThat(seen.stream().filter(name -> name.startsWith("evenkeel_"))).hasSizeGreaterThan(50);
    }

    private static String family(String name, Map<String, String> types) {
        if (types.containsKey(name)) {
            return name;
        }
        return name.replaceFirst("_(bucket|sum|count)$", "");
    }

    @Test
    void speaksOpenMetricsToThoseWhoAsk() throws Exception {
        HttpResponse<String> answer =
                get("/metrics", "Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
        assertThat(answer.headers().firstValue("content-type").orElseThrow())
                .startsWith("application/openmetrics-text");
        assertThat(answer.body()).endsWith("# EOF\n");
    }

    @Test
    void recordedRequestsAreExemplarsInOpenMetrics() throws Exception {
        String trace = "0af7651916cd43dd8448eb211c80319c";
        control.telemetry = new TelemetryFigures() {
            @Override
            public TelemetryView view() {
                return new TelemetryView(true, 7, 2, 3, 4, 5);
            }

            @Override
            public List<ExemplarView> exemplars(String cluster) {
                return List.of(new ExemplarView(trace, "b7ad6b7169203331", 30_000_000, 1_700_000_000_000L));
            }
        };

        List<String> exemplars = get("/metrics", "Accept", "application/openmetrics-text")
                .body()
                .lines()
                .filter(line -> line.contains(" # {"))
                .toList();
        assertThat(exemplars)
                .anyMatch(line ->
                        line.startsWith("evenkeel_cluster_response_seconds_bucket{cluster=\"shop\",le=\"0.05\"}")
                                && line.contains("trace_id=\"" + trace + "\"")
                                && line.contains("} 0.03 1700000000.000"));
        assertThat(exemplars)
                .as("Prometheus 2 takes no page with an exemplar elsewhere")
                .allMatch(line -> line.contains("_bucket{"));
        assertThat(get("/metrics").body())
                .doesNotContain(trace)
                .contains(
                        "evenkeel_telemetry_away 1.0",
                        "evenkeel_telemetry_spans_total{outcome=\"delivered\"} 7.0",
                        "evenkeel_telemetry_spans_total{outcome=\"no_room\"} 2.0",
                        "evenkeel_telemetry_spans_total{outcome=\"failed\"} 3.0",
                        "evenkeel_telemetry_messages_total{outcome=\"failed\"} 5.0");
    }

    @Test
    void tellsOfJoinedDispatchers() throws Exception {
        assertThat(get("/metrics").body()).doesNotContain("evenkeel_join_");

        control.join = new JoinView(
                "10.0.0.1:7800",
                true,
                null,
                List.of(
                        new JoinView.MemberView("10.0.0.1:7800", true, "0.1.0", 1, false, 0, 0, 1, 3, 12.5, 0, 50),
                        new JoinView.MemberView(
                                "10.0.0.2:7800", false, "0.1.0", 2, true, 3_000, 40, 0.375, 5, 20, 1, 50)),
                900,
                1,
                2,
                80);

        String of = "{member=\"10.0.0.2:7800\"} ";
        assertThat(get("/metrics").body())
                .contains(
                        "evenkeel_join_listening 1.0",
                        "evenkeel_join_members 2.0",
                        "evenkeel_join_report_bytes 80.0",
                        "evenkeel_join_received_total 900.0",
                        "evenkeel_join_unreadable_total 1.0",
                        "evenkeel_join_strangers_total 2.0",
                        "evenkeel_join_member_age_seconds" + of + "3.0",
                        "evenkeel_join_member_late_seconds" + of + "0.04",
                        "evenkeel_join_member_share_ratio" + of + "0.375",
                        "evenkeel_join_member_in_flight" + of + "5.0",
                        "evenkeel_join_member_nodes_out" + of + "1.0")
                .doesNotContain("evenkeel_join_member_age_seconds{member=\"10.0.0.1:7800\"}");
    }

    @Test
    void speaksHaproxy() throws Exception {
        HttpResponse<String> answer = get("/stats;csv");
        List<String> lines = answer.body().lines().toList();
        assertThat(answer.headers().firstValue("content-type").orElseThrow()).startsWith("text/plain");
        assertThat(lines.get(0))
                .isEqualTo(HaproxyCsv.HEADER)
                .startsWith("# pxname,svname,qcur,qmax,scur,smax,slim,stot,bin,bout,");
        int columns = HaproxyCsv.HEADER.split(",", -1).length;
        assertThat(columns)
                .as("HAProxy 2.6 has 103 columns of its own, and ends its lines with a comma")
                .isEqualTo(104);
        assertThat(lines).hasSize(1 + 1 + 3 + 2);
        for (String line : lines) {
            assertThat(split(line)).as(line).hasSize(columns);
        }
        assertThat(lines.get(1)).startsWith("web,FRONTEND,,,2,,,7,");
        assertThat(lines.get(2)).startsWith("shop,vcn1,0,,3,,,120,20,200,").contains(",UP,2,1,0,");
        assertThat(lines.get(3)).startsWith("shop,\"a,b \"\"c\"\"\",0,,3,,50,").contains(",DRAIN,");
        assertThat(lines.get(4)).startsWith("shop,BACKEND,1,,6,,,3,30,200,").contains(",UP,,2,0,");
        List<String> header = split(lines.get(0));
        List<String> server = split(lines.get(2));
        assertThat(server.get(header.indexOf("ctime"))).isEqualTo("1");
        assertThat(server.get(header.indexOf("rtime"))).isEqualTo("24");
        assertThat(server.get(header.indexOf("hrsp_2xx"))).isEqualTo("2");
        assertThat(server.get(header.indexOf("type"))).isEqualTo("2");
        assertThat(server.get(header.indexOf("srv_icur"))).isEqualTo("5");
        assertThat(server.get(header.indexOf("agent_status"))).isEqualTo("L7OK");
        assertThat(server.get(header.indexOf("agent_duration"))).isEqualTo("7");
        assertThat(split(lines.get(3)).get(header.indexOf("agent_status"))).isEmpty();
    }

    @Test
    void speaksOfAgentsAsHaproxyDoes() throws Exception {
        control.agents.put(
                "vcn1",
                new AgentView(
                        AgentState.SILENT, "connection refused", -1, null, 0, 0, Map.of(), Map.of(), Map.of(), 9, -1));
        List<String> lines = get("/stats;csv").body().lines().toList();
        List<String> header = split(lines.get(0));
        List<String> server = split(lines.get(2));
        assertThat(server.get(header.indexOf("agent_status"))).isEqualTo("L7TOUT");
        assertThat(server.get(header.indexOf("last_agt"))).isEqualTo("connection refused");
    }

    private static List<String> split(String line) {
        return Arrays.asList(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1));
    }
}
