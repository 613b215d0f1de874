// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.CellResult;
import io.evenkeel.lab.experiment.ExperimentChoice;
import io.evenkeel.lab.experiment.Pace;
import io.evenkeel.lab.result.Machine;
import io.evenkeel.lab.result.Manifest;
import io.evenkeel.lab.result.ResultFolder;
import io.evenkeel.lab.run.FakeExperiment;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ReportTest {

    private final FakeExperiment experiment = new FakeExperiment();

    @TempDir
    private Path temporary;

    private ResultFolder folder;

    @BeforeEach
    void measure() throws Exception {
        ExperimentChoice choice = ExperimentChoice.all(Pace.QUICK).repeated(2, 1);
        Machine machine = new Machine(2, "a <chip>", 0, "none", "17", 0.5);
        folder = ResultFolder.prepare(
                temporary.resolve("out"),
                experiment,
                choice,
                new Manifest.Session("now", "evenkeel lab run <fake>", "1", machine));
        for (CellKey cell : experiment.cells(choice.only(List.of("one"), List.of()))) {
            for (int repeat = 0; repeat < 2; repeat++) {
                folder.keep(
                        cell,
                        new CellResult.UnitResult(
                                repeat, repeat, FakeExperiment.measurement(cell.policy(), 10L * repeat)));
            }
        }
    }

    private Findings findings() throws Exception {
        return Report.read(folder, experiment, SimulatedCells.NOTHING);
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    @Test
    void thePageIsWellFormedAndNothingOfANameIsMarkup() throws Exception {
        Document page = parsed(Report.page(findings()));
        assertThat(page.getElementsByTagName("script").getLength()).isZero();
        assertThat(page.getElementsByTagName("it").getLength()).isZero();
        assertThat(page.getDocumentElement().getTextContent())
                .contains(FakeExperiment.NASTY, "A title with <b>marks</b> & more", "takes <it>", "1:<1>", "/<b>");
    }

    @Test
    void thePageNeedsNothingElse() throws Exception {
        String page = Report.page(findings()).replace("http://www.w3.org/2000/svg", "");
        assertThat(page).doesNotContain("http://", "https://", "src=", "@import", "url(");
    }

    @Test
    void whatIsMissingIsSaid() throws Exception {
        folder.lost(FakeExperiment.cell("fake-two", "a"), 0, "it <broke>");
        assertThat(parsed(Report.page(findings())).getDocumentElement().getTextContent())
                .contains("This report is partial: 6 of the requested runs", "it <broke>");
    }

    @Test
    void verdictsStandWithTheirIntervals() throws Exception {
        assertThat(parsed(Report.page(findings())).getDocumentElement().getTextContent())
                .contains("b is <faster>", "2.00 times", "reproduced", "all is <well>");
    }

    @Test
    void plotsAreWrittenAsTextAndAsImages() throws Exception {
        assertThat(Report.write(folder, findings())).isEmpty();
        Path plots = folder.path().resolve("plots");
        assertThat(parsed(Files.readString(plots.resolve("fake-one-throughput.svg")))
                        .getDocumentElement()
                        .getTextContent())
                .contains(FakeExperiment.NASTY);
        assertThat(ImageIO.read(plots.resolve("fake-one-throughput.png").toFile())
                        .getWidth())
                .isGreaterThan(600);
    }

    @Test
    void theSectionOfADocumentIsReplacedBetweenItsMarks() throws Exception {
        String page = "before\n<!-- table:fake -->\nold\n<!-- end -->\nafter\n";
        String once = MarkdownReport.replaced(page, findings());
        assertThat(once)
                .startsWith("before\n<!-- table:fake -->\n")
                .endsWith("<!-- end -->\nafter\n")
                .contains("| b | 200 | 0 (0) | 205.0 ±63.5 (50.0) |")
                .contains("\\|")
                .doesNotContain("old", "<script>");
        assertThat(MarkdownReport.replaced(once, findings())).isEqualTo(once);
        assertThatThrownBy(() -> MarkdownReport.replaced("nothing", findings()))
                .hasMessageContaining("<!-- table:fake -->");
    }

    @Test
    void aChosenNumberOfUsersHasASectionOfItsOwn() throws Exception {
        ExperimentChoice all = ExperimentChoice.all(Pace.QUICK);
        ExperimentChoice many = new ExperimentChoice(
                all.pace(), 54, all.scenarios(), all.policies(), all.variants(), 1, all.seed(), all.server());
        Manifest.Session session =
                new Manifest.Session("now", "run", "1", new Machine(2, "chip", 0, "none", "17", 0.5));
        ResultFolder other = ResultFolder.prepare(temporary.resolve("many"), experiment, many, session);
        other.keep(
                FakeExperiment.cell("fake-one", "b"),
                new CellResult.UnitResult(0, 0, FakeExperiment.measurement("b", 0)));
        Findings findings = Report.read(other, experiment, SimulatedCells.NOTHING);
        String page = "<!-- table:fake -->\nstays\n<!-- end -->\n<!-- table:fake-54-users -->\nold\n<!-- end -->\n";
        assertThat(MarkdownReport.replaced(page, findings))
                .contains("stays", "| b | 100 |")
                .doesNotContain("old");
    }

    @Test
    void twoResultsAreComparedByTheIntervalsOfTheirRatio() throws Exception {
        List<CellResult> cells = folder.results(experiment);
        assertThat(Comparison.of(cells, cells))
                .hasSize(3)
                .allSatisfy(each -> assertThat(each.verdict()).isEqualTo(Comparison.SpeedVerdict.SAME));
    }
}
