// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadCommandTest {

    /** Words are between blanks; a tilde stands for a blank inside one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            load                                              | Missing required parameter: 'URL'
            load ftp://a/                                     | the load speaks http and https
            load a -k                                         | --ca and -k belong to a URL that begins with https://
            load https://a --ca none.pem -k                   | --ca and -k exclude each other
            load https://a --ca none.pem                      | --ca: there is no file none.pem
            load http:///x                                    | no host in 'http:///x'
            load a --rate fast                                | 'fast' is not a rate; write 200/s
            load a --rate 0/s                                 | is not a rate
            load a --ramp 3                                   | is not a ramp; write 3/10s
            load a --rate 5 --ramp 3/10s                      | --ramp belongs to a closed load
            load a --arrivals poisson                         | --arrivals belongs to an open load
            load a --rate 5 --arrivals gamma(2)               | 'gamma(2)': no such arrival process; there are constant, poisson
            load a --think exponential(2~parsecs)             | '2 parsecs' in 'exponential(2 parsecs)' is not a number
            load a --session sometimes                        | 'sometimes' is not a distribution; there are constant(8ms)
            load a --on-failure cry                           | 'cry' is none of go-on, retry, new-session, stop
            load a --mix shops                                | there is no mix 'shops': it is auction, browse, buy, daytrader, shop, surge or a file
            load a --mix buy -X PUT                           | -X, -H, -d and --close belong to one URL
            load a --mix buy --files 3                        | --mix and --files exclude each other
            load a --files none.txt                           | cannot read the names of files in none.txt
            load a --files 3 --sizes surge                    | --sizes needs {size} in the URL
            load a -H nonsense                                | -H takes 'Name: value', not 'nonsense'
            load a -d @none.json                              | cannot read the body none.json
            load a --for 1s --warm-up 2s                      | --for must be longer than --warm-up
            load a --for soon                                 | 'soon' is not a time
            load a --users -1                                 | a load has 0 to 100000 users
            load a --threads 0                                | 1 to 64 threads
            load a --expect p98<2ms                           | there is no figure 'p98'; there are aborted, broken, failures, late, max, mean
            load a --expect p99<2                             | p99 is measured in us, ms or s
            load a --expect p99                               | 'p99' is not a threshold; write p99<200ms
            load a --expect broken<2%                         | broken is measured in numbers
            load a --expect failures<2ms                      | failures is measured in numbers or %
            """)
    void whatMakesNoSenseIsRefusedBeforeAnythingIsSent(String line, String message) {
        CommandLineRun run = CommandLineRun.of(
                Stream.of(line.split(" +")).map(word -> word.replace('~', ' ')).toArray(String[]::new));

        assertThat(run.err()).contains(message);
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aTestPlanIsWrittenInsteadOfALoad(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("plan.jmx");
        CommandLineRun run = CommandLineRun.of(
                "load",
                "127.0.0.1:1/trade",
                "--mix",
                "buy",
                "--users",
                "30",
                "--ramp",
                "3/10s",
                "--jmeter",
                file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).contains("jmeter -n -t " + file);
        assertThat(Files.readString(file)).contains("<ThreadGroup ", "SwitchController");
    }

    @Test
    void aBodyFromAFileIsSentAsItIs(@TempDir Path folder) throws Exception {
        Path body = Files.writeString(folder.resolve("order.json"), "{note: two words,\n count: 1}\n# end");
        Path plan = folder.resolve("plan.jmx");

        CommandLineRun run =
                CommandLineRun.of("load", "127.0.0.1:1/order", "-d", "@" + body, "--jmeter", plan.toString());

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(plan).content().contains("{note: two words,", " count: 1}", "# end");
    }

    @Test
    void aPlaceThatCannotBeWrittenIsNamed(@TempDir Path folder) {
        CommandLineRun run = CommandLineRun.of(
                "load",
                "127.0.0.1:1",
                "--jmeter",
                folder.resolve("none/plan.jmx").toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("cannot write").contains("none/plan.jmx");
    }
}
