// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.Limits;
import io.evenkeel.load.OnFailure;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.TradeMixes;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.simulator.chance.Distribution;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The names of elements and properties are those that JMeter 5.6.3 reads. */
class JmeterPlanTest {

    private static final URI ROOT = URI.create("http://127.0.0.1:9090/trade");
    private static final Limits LIMITS = Limits.of(Duration.ofMinutes(2), 1);

    private final XPath path = XPathFactory.newDefaultInstance().newXPath();

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("plan.jmx");
    }

    private Document read() throws Exception {
        Document document =
                DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
        assertPairs(document);
        return document;
    }

    /** In a hashTree each element is followed by its own hashTree; JMeter cannot read a tree without it. */
    private static void assertPairs(Document document) {
        for (Element tree : elements(document.getElementsByTagName("hashTree"))) {
            List<Boolean> trees = elements(tree.getChildNodes()).stream()
                    .map(child -> child.getTagName().equals("hashTree"))
                    .toList();
            List<Boolean> expected = Stream.iterate(false, isTree -> !isTree)
                    .limit(2L * ((trees.size() + 1) / 2))
                    .toList();
            assertThat(trees).isEqualTo(expected);
        }
    }

    private static List<Element> elements(NodeList nodes) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .toList();
    }

    private String text(Document document, String expression) throws Exception {
        return path.evaluate(expression, document);
    }

    private String property(Document document, String type, String name) throws Exception {
        return text(document, "//%s/*[@name='%s']".formatted(type, name));
    }

    @Test
    void thePapersUsersBecomeAThreadGroup() throws Exception {
        UserBehaviour work =
                UserBehaviour.of(new UserRequests.Walk(ROOT, TradeMixes.BUY)).thinking(Distribution.parse("2s"));
        JmeterPlan.write(new ClosedPlan(work, 30, new Ramp(3, Duration.ofSeconds(10)), LIMITS), file);
        Document plan = read();

        assertThat(property(plan, "ThreadGroup", "ThreadGroup.num_threads")).isEqualTo("30");
        assertThat(property(plan, "ThreadGroup", "ThreadGroup.ramp_time")).isEqualTo("90");
        assertThat(property(plan, "ThreadGroup", "ThreadGroup.duration")).isEqualTo("120");
        assertThat(property(plan, "ThreadGroup", "ThreadGroup.on_sample_error")).isEqualTo("continue");
        assertThat(text(plan, "//ThreadGroup/elementProp/*[@name='LoopController.loops']"))
                .isEqualTo("-1");
        assertThat(text(plan, "count(//CookieManager)")).isEqualTo("1");
        assertThat(property(plan, "ConfigTestElement", "HTTPSampler.port")).isEqualTo("9090");
        assertThat(property(plan, "ConstantTimer", "ConstantTimer.delay")).isEqualTo("2000");
        assertThat(property(plan, "SwitchController", "SwitchController.value")).isEqualTo("${page}");
        assertThat(text(plan, "count(//GenericController)")).isEqualTo("5");
        assertThat(text(plan, "//JSR223Sampler/*[@name='script']"))
                .contains("'quote': ['quote': 0.300000d, 'portfolio': 0.100000d, 'buy': 0.600000d]");
        assertThat(text(plan, "count(//RegexExtractor)")).isEqualTo("1");
        assertThat(text(plan, "//stringProp[@name='TestPlan.comments']")).contains("one by one");
    }

    @Test
    void arrivalsBecomeAnOpenModelThreadGroup() throws Exception {
        UserBehaviour work = UserBehaviour.of(new UserRequests.One(ROOT, "POST", List.of("X-A: b, c"), "a<b&c", true));
        JmeterPlan.write(new OpenPlan(work, 12.5, "poisson", 100, LIMITS), file);
        Document plan = read();

        assertThat(property(plan, "OpenModelThreadGroup", "OpenModelThreadGroup.schedule"))
                .isEqualTo("rate(12.500000/sec) random_arrivals(120 sec) rate(12.500000/sec)");
        assertThat(property(plan, "HTTPSamplerProxy", "HTTPSampler.method")).isEqualTo("POST");
        assertThat(property(plan, "HTTPSamplerProxy", "HTTPSampler.path")).isEqualTo("/trade");
        assertThat(text(plan, "//HTTPSamplerProxy//*[@name='Argument.value']")).isEqualTo("a<b&c");
        assertThat(text(plan, "//HeaderManager//*[@name='Header.value']")).isEqualTo("b, c");
        assertThat(text(plan, "count(//ConstantTimer)")).isEqualTo("0");
    }

    @Test
    void sessionsEndAndThoughtsAreDrawn() throws Exception {
        UserBehaviour work = UserBehaviour.of(UserRequests.One.get(ROOT))
                .thinking(Distribution.parse("exponential(2s)"))
                .inSessions(Distribution.parse("geometric(10)"))
                .onFailure(OnFailure.NEW_SESSION, Duration.ZERO);
        JmeterPlan.write(new OpenPlan(work, 10, "constant", 100, LIMITS), file);
        Document plan = read();

        assertThat(property(plan, "OpenModelThreadGroup", "OpenModelThreadGroup.schedule"))
                .contains("even_arrivals(120 sec)");
        assertThat(property(plan, "LoopController", "LoopController.loops")).isEqualTo("10");
        // Without it JMeter runs an inner loop once for each thread.
        assertThat(property(plan, "LoopController", "LoopController.continue_forever"))
                .isEqualTo("true");
        assertThat(property(plan, "CookieManager", "CookieManager.clearEachIteration"))
                .isEqualTo("true");
        assertThat(property(plan, "ConstantTimer", "ConstantTimer.delay"))
                .isEqualTo("${__groovy((long) (-Math.log(1 - Math.random()) * 2000))}");
        assertThat(property(plan, "OpenModelThreadGroup", "ThreadGroup.on_sample_error"))
                .isEqualTo("startnextloop");
        assertThat(text(plan, "//stringProp[@name='TestPlan.comments']")).contains("mean length of 10");
    }

    @Test
    void filesKeepTheirPopularity() throws Exception {
        UserRequests.Files files = new UserRequests.Files(
                URI.create("http://127.0.0.1:9090/1"),
                "http://127.0.0.1:9090/{file}",
                List.of("a", "b"),
                Distribution.parse("zipf(1, 2)"),
                null);
        JmeterPlan.write(new ClosedPlan(UserBehaviour.of(files), 1, Ramp.NONE, LIMITS), file);

        assertThat(text(read(), "//JSR223Sampler/*[@name='script']"))
                .contains("def targets = ['/a','/b']")
                .containsPattern("def shares = \\[1[0-9]{2},[0-9]{2}]");
    }
}
