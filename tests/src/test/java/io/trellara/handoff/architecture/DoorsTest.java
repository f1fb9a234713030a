package io.trellara.handoff.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who may import whom, and what nobody may do. A door that must move is moved here first. */
final class DoorsTest {
    private static final String ROOT = "io.trellara.handoff";

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages(ROOT);

    /** By room: the rooms that it may import, besides itself. */
    private static final Map<String, String> ROOMS = Map.ofEntries(
            Map.entry("model", ""),
            Map.entry("error", "model"),
            Map.entry("config", "model error"),
            Map.entry("metrics", "model"),
            Map.entry("dialect", "config model error"),
            Map.entry("dialect.postgres", "dialect config model error"),
            Map.entry("dialect.mysql", "dialect config model error"),
            Map.entry("evidence", "config model error"),
            Map.entry("preflight", "dialect config evidence model error"),
            Map.entry("gate", "model error"),
            Map.entry("state", "dialect emit model error"),
            Map.entry("emit", "model error metrics"),
            Map.entry("read", "state dialect gate emit config model error metrics"),
            Map.entry("coordinate", "state dialect preflight evidence config model error metrics"),
            Map.entry("sink", "sink.types coordinate config model error emit evidence metrics"),
            Map.entry("sink.types", "config model error"),
            Map.entry("migration", "evidence config model error"),
            Map.entry("report", "evidence config model error"),
            Map.entry("proof", "evidence dialect coordinate sink migration config model error"),
            Map.entry("local", "config model error"),
            Map.entry("verify", "verify.rows dialect read coordinate evidence config model error"),
            Map.entry("verify.rows", "sink.types config model error"));

    @TestFactory
    Stream<DynamicTest> aRoomImportsOnlyWhatItMay() {
        return ROOMS.entrySet().stream()
                .map(room -> DynamicTest.dynamicTest(room.getKey(), () -> check(room.getKey(), room.getValue())));
    }

    private static void check(String room, String allowed) {
        String[] open = Stream.concat(Stream.of(room), Arrays.stream(allowed.split(" ", -1)))
                .filter(name -> !name.isEmpty())
                .map(name -> ROOT + "." + name)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(ROOT + "." + room)
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "..").and(not(resideInAnyPackage(open))))
                .check(MAIN);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void theCorrectnessCoreTouchesNothing() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".gate", ROOT + ".model", ROOT + ".error")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "java.net..", "java.nio.file..", "org.slf4j..", "org.apache.flink..")
                .check(MAIN);
    }

    @Test
    void onlyTheDoorsSpeakSql() {
        noClasses()
                .that(not(resideInAnyPackage(
                                ROOT + ".dialect..",
                                ROOT + ".sink..",
                                ROOT + ".migration..",
                                ROOT + ".local..",
                                ROOT + ".demo..",
                                ROOT + ".verify.rows..",
                                ROOT + ".job.cli..",
                                ROOT + ".job.local.."))
                        .and(not(named("JdbcEvidence"))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..", "com.mysql..")
                .check(MAIN);
    }

    @Test
    void driversAreOpenedByThemselves() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.sql.DriverManager")
                .check(MAIN);
    }

    @Test
    void onlyTheOutputKnowsTheConsole() {
        noClasses()
                .that()
                .doNotHaveSimpleName("Output")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(MAIN);
    }

    @Test
    void onlyTheCommandLineEndsTheProcess() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ROOT + ".job.cli.Handoff")
                .should()
                .callMethod(System.class, "exit", int.class)
                .check(MAIN);
    }

    @Test
    void nobodySleeps() {
        noClasses()
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class)
                .check(MAIN);
    }

    @Test
    void clockAndChanceAreGivenNotTaken() {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(Random.class)
                .check(MAIN);
    }

    @Test
    void nothingStaticChanges() {
        fields().that().areStatic().should().beFinal().check(MAIN);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses()
                .should()
                .haveNameMatching(".*\\.(Base|Abstract)[A-Z][^.]*")
                .orShould()
                .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)")
                .check(MAIN);
    }

    @Test
    void everythingIsNullMarked() {
        classes()
                .that()
                .haveSimpleName("package-info")
                .should()
                .beAnnotatedWith("org.jspecify.annotations.NullMarked")
                .check(MAIN);
    }

    private static DescribedPredicate<JavaClass> named(String prefix) {
        return DescribedPredicate.describe(
                "named " + prefix + "…",
                type -> type.getName()
                        .substring(type.getPackageName().length() + 1)
                        .startsWith(prefix));
    }
}
