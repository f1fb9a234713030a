package io.trellara.handoff.job.cli;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command line's root. */
@Command(
        name = "handoff",
        mixinStandardHelpOptions = true,
        version = Handoff.VERSION,
        description = {
            "Copies PostgreSQL tables live into a target and follows their changes:",
            "no change lost, none applied twice, and durable evidence of it."
        },
        footer = {
            "",
            "Exit status: 0 ok, 1 defect of this program, 2 usage or configuration,",
            "3 precondition, 4 contract or divergence, 5 transient trouble that outlasted its budget."
        })
public final class Handoff implements Callable<Integer> {
    static final String VERSION = "Trellara Handoff 0.1.0";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any method is called
    private CommandSpec spec;

    private final Output output;

    Handoff(Output output) {
        this.output = output;
    }

    public static void main(String[] arguments) {
        String log = LogFile.prepare();
        Output output = Output.ofProcess();
        System.exit(execute(commandLine(output, log), output, log, arguments));
    }

    /** Errors, which no handler of the command line sees, must end the process too: Flink's threads would keep it. */
    private static int execute(CommandLine line, Output output, String log, String... arguments) {
        try {
            return line.execute(arguments);
        } catch (Error fatal) {
            return failed(fatal, output, log, List.of(arguments));
        }
    }

    /** All commands, writing to {@code output}; {@code log} is named in messages about defects. */
    public static CommandLine commandLine(Output output, String log) {
        CommandLine line = new CommandLine(new Handoff(output))
                .addSubcommand(new InitCommand(output))
                .addSubcommand(new PreflightCommand(output))
                .addSubcommand(new RunCommand(output))
                .addSubcommand(new StatusCommand(output, Clock.systemUTC()))
                .addSubcommand(new VerifyCommand(output))
                .addSubcommand(new ReportCommand(output, Clock.systemUTC()))
                .addSubcommand(new CheckCommand(output, Clock.systemUTC()))
                .addSubcommand(new ProofCommand(output))
                .addSubcommand(new ResumeCommand(output))
                .addSubcommand(new PauseCommand(output))
                .addSubcommand(new ResumeCopyCommand(output))
                .addSubcommand(new TuneCommand(output))
                .addSubcommand(new RecopyCommand(output))
                .addSubcommand(new AbandonCommand(output))
                .addSubcommand(new MigrateCommand(output))
                .addSubcommand(new DemoCommand(output))
                .addSubcommand(new ExplainCommand(output))
                .addSubcommand(new ReferenceCommand(output));
        line.setExecutionExceptionHandler(
                (thrown, command, parsed) -> failed(thrown, output, log, parsed.originalArgs()));
        line.setParameterExceptionHandler((wrong, arguments) -> {
            output.note(String.valueOf(wrong.getMessage()));
            output.note("See: handoff " + nameOf(wrong.getCommandLine()) + "--help");
            return CommandLine.ExitCode.USAGE;
        });
        return line;
    }

    @Override
    public Integer call() {
        output.note(spec.commandLine().getUsageMessage());
        return CommandLine.ExitCode.USAGE;
    }

    private static String nameOf(CommandLine command) {
        return command.getParent() == null ? "" : command.getCommandName() + " ";
    }

    private static int failed(Throwable thrown, Output output, String log, List<String> arguments) {
        Failure failure = Failure.of(thrown, log);
        if (failure.bug()) {
            Logger logger = LoggerFactory.getLogger(Handoff.class);
            logger.error("command {} failed: {}", arguments, Trace.of(thrown));
        }
        failure.lines().forEach(output::note);
        return failure.exitCode();
    }
}
