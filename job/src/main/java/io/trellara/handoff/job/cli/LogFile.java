package io.trellara.handoff.job.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Logger;

/** Where this process's log goes; set up before the first logger is made. */
final class LogFile {
    private static final String FILE = "handoff.log";
    private static final String CONFIGURATION = "log4j2.configurationFile";
    /** Held, since the platform's loggers are forgotten with their last reference, and their settings with them. */
    private static final Logger DRIVER = Logger.getLogger("org.postgresql");

    private LogFile() {}

    /**
     * Points the logger at {@code .handoff/logs} below the working folder, or below the temporary folder where that
     * cannot be written. A configuration or file given by system property stays. The driver logs elsewhere, by default
     * on the console, where a broken connection would show as a stack trace: what it reports is thrown too.
     *
     * @return the log file's path, for messages
     */
    static String prepare() {
        DRIVER.setUseParentHandlers(false);
        if (System.getProperty(FILE) == null) {
            System.setProperty(
                    FILE,
                    folder().resolve("handoff-" + ProcessHandle.current().pid() + ".log")
                            .toString());
        }
        if (System.getProperty(CONFIGURATION) == null) {
            System.setProperty(CONFIGURATION, "classpath:handoff-log4j2.properties");
        }
        return System.getProperty(FILE);
    }

    private static Path folder() {
        Path here = Path.of(".handoff", "logs").toAbsolutePath();
        try {
            return Files.createDirectories(here);
        } catch (IOException refused) {
            return Path.of(System.getProperty("java.io.tmpdir"));
        }
    }
}
