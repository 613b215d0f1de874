// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.jmeter;

import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.Limits;
import io.evenkeel.load.OnFailure;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.UserRequests;
import io.evenkeel.simulator.chance.Distribution;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** A load as a test plan for JMeter: the same users, arrivals, thoughts and pages, as far as JMeter has them. */
public final class JmeterPlan {

    private final Document document;
    private final List<String> notes = new ArrayList<>();
    private final Limits limits;
    private final UserBehaviour work;

    private JmeterPlan(UserBehaviour work, Limits limits) throws IOException {
        this.work = work;
        this.limits = limits;
        try {
            this.document = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .newDocument();
        } catch (ParserConfigurationException e) {
            throw new IOException("this Java writes no XML", e);
        }
    }

    /** Writes a closed load: a thread group. */
    public static void write(ClosedPlan plan, Path file) throws IOException {
        JmeterPlan writing = new JmeterPlan(plan.work(), plan.limits());
        Jmx inside = writing.plan();
        Jmx.PlanElement group = inside.add("ThreadGroup", "ThreadGroupGui", "users")
                .text("ThreadGroup.on_sample_error", writing.onError())
                .text("ThreadGroup.num_threads", Integer.toString(plan.users()))
                .text("ThreadGroup.ramp_time", Long.toString(writing.rampSeconds(plan)))
                .is("ThreadGroup.scheduler", true)
                .text("ThreadGroup.duration", Long.toString(writing.seconds()))
                .text("ThreadGroup.delay", "0")
                .is("ThreadGroup.same_user_on_next_iteration", plan.work().session() == null);
        group.part("ThreadGroup.main_controller", "LoopController")
                .is("LoopController.continue_forever", false)
                .text("LoopController.loops", "-1");
        writing.session(group.inside());
        writing.save(file);
    }

    /** Writes an open load: an open model thread group. */
    public static void write(OpenPlan plan, Path file) throws IOException {
        JmeterPlan writing = new JmeterPlan(plan.work(), plan.limits());
        Jmx inside = writing.plan();
        boolean isEven = plan.arrivals().equals("constant");
        if (!isEven && !plan.arrivals().equals("poisson")) {
            writing.notes.add("Arrivals are Poisson here; JMeter has no " + plan.arrivals() + ".");
        }
        String rate = "rate(%s/sec)".formatted(number(plan.perSecond()));
        Jmx.PlanElement group = inside.add("OpenModelThreadGroup", "OpenModelThreadGroupGui", "arrivals")
                .text("ThreadGroup.on_sample_error", writing.onError())
                .text(
                        "OpenModelThreadGroup.schedule",
                        "%s %s(%d sec) %s"
                                .formatted(rate, isEven ? "even_arrivals" : "random_arrivals", writing.seconds(), rate))
                .text(
                        "OpenModelThreadGroup.random_seed",
                        Long.toString(plan.limits().seed()));
        group.part("ThreadGroup.main_controller", "OpenModelThreadGroupController");
        writing.session(group.inside());
        writing.save(file);
    }

    private Jmx plan() {
        Jmx.PlanElement plan = Jmx.root(document)
                .add("TestPlan", "TestPlanGui", "evenkeel load")
                .is("TestPlan.functional_mode", false)
                .is("TestPlan.serialize_threadgroups", false);
        plan.part("TestPlan.user_defined_variables", "Arguments").list("Arguments.arguments");
        return plan.inside();
    }

    /** Adds the content of the thread group. */
    private void session(Jmx group) {
        group.add("CookieManager", "CookiePanel", "cookies")
                .is("CookieManager.clearEachIteration", work.session() != null)
                .is("CookieManager.controlledByThreadGroup", false)
                .list("CookieManager.cookies");
        if (UserRequests.isSecure(work.pages().root()) && !work.trust().isBlind()) {
            notes.add("JMeter accepts every certificate of a server.");
        }
        Jmx.PlanElement defaults = group.add("ConfigTestElement", "HttpDefaultsGui", "server")
                .text("HTTPSampler.domain", work.pages().root().getHost())
                .text(
                        "HTTPSampler.port",
                        Integer.toString(UserRequests.port(work.pages().root())))
                .text("HTTPSampler.protocol", work.pages().root().getScheme())
                .text(
                        "HTTPSampler.connect_timeout",
                        Long.toString(work.timeout().toMillis()))
                .text(
                        "HTTPSampler.response_timeout",
                        Long.toString(work.timeout().toMillis()));
        defaults.part("HTTPsampler.Arguments", "Arguments").list("Arguments.arguments");
        Jmx place = group;
        Distribution lengths = work.session();
        if (lengths != null) {
            long length = Math.max(1, Math.round(lengths.mean()));
            if (lengths.variation() > 0) {
                notes.add("Every session has the mean length of " + length + " operations.");
            }
            place = group.add("LoopController", "LoopControlPanel", "session")
                    .is("LoopController.continue_forever", true)
                    .text("LoopController.loops", Long.toString(length))
                    .inside();
        }
        new JmeterPages(place, notes, limits.seed()).add(work.pages(), thinkMs());
    }

    /** The delay before an operation, as JMeter writes numbers that are drawn; empty for no delay. */
    private String thinkMs() {
        Distribution think = work.thinkMs();
        if (think.mean() == 0) {
            return "";
        }
        if (think.variation() == 0) {
            return Long.toString(Math.round(think.mean()));
        }
        double variance = Math.log1p(think.variation() * think.variation());
        if (think.variation() == 1 || Double.isInfinite(variance)) {
            if (think.variation() != 1) {
                notes.add("Think time is exponential with the same mean here.");
            }
            return "${__groovy((long) (-Math.log(1 - Math.random()) * %s))}".formatted(number(think.mean()));
        }
        notes.add("Think time is lognormal with the same mean and variation here.");
        return "${__groovy((long) Math.exp(%s + %s * new Random().nextGaussian()))}"
                .formatted(number(Math.log(think.mean()) - variance / 2), number(Math.sqrt(variance)));
    }

    private String onError() {
        if (work.onFailure() == OnFailure.RETRY) {
            notes.add("A failed request is not repeated; the user goes on.");
        }
        return switch (work.onFailure()) {
            case GO_ON, RETRY -> "continue";
            case NEW_SESSION -> "startnextloop";
            case STOP -> "stopthread";
        };
    }

    private long rampSeconds(ClosedPlan plan) {
        Duration last = plan.users() == 0 ? Duration.ZERO : plan.ramp().arrival(plan.users() - 1);
        if (plan.ramp().step() > 1 && !last.isZero()) {
            notes.add("Users arrive one by one and not " + plan.ramp().step() + " at a time.");
        }
        return last.toSeconds();
    }

    private long seconds() {
        if (limits.requests() != Long.MAX_VALUE) {
            notes.add("The plan ends by time; the limit of " + limits.requests() + " requests is not in it.");
        }
        return Math.max(1, limits.longest().toSeconds());
    }

    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.6f", value);
    }

    private void save(Path file) throws IOException {
        if (!notes.isEmpty()) {
            document.getElementsByTagName("TestPlan").item(0).appendChild(comment(String.join(" ", notes)));
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
            transformer.setOutputProperty(OutputKeys.INDENT, "yes");
            transformer.setOutputProperty("{http://xml.apache.org/xslt}indent-amount", "2");
            transformer.transform(new DOMSource(document), new StreamResult(out));
        } catch (TransformerException e) {
            throw new IOException("the plan cannot be written", e);
        }
    }

    private Element comment(String text) {
        Element comment = document.createElement("stringProp");
        comment.setAttribute("name", "TestPlan.comments");
        comment.setTextContent(text);
        return comment;
    }
}
