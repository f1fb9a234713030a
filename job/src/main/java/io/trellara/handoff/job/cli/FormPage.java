package io.trellara.handoff.job.cli;

import io.trellara.handoff.sink.types.FormReference;
import java.util.List;

/** The page of the forms in which rows are compared: how they are summed up, and what edge values become. */
final class FormPage {
    private static final List<String> PARAGRAPHS = List.of(
            "Rows of source and target are compared in a canonical form. Which one is in the evidence by its name. A row has"
                    + " a digest of 128 bits over all its cells, those of the key included (else two rows that have swapped"
                    + " their values would look as before); rows are summed up in three numbers: their count, and the sums,"
                    + " modulo 2^64, of the digests' upper and lower 64 bits. They are written `rows:upper:lower`, the sums in"
                    + " hexadecimal digits. Where the sums differ, rows are met one by one; a key has a digest of its own, which"
                    + " is of the normal form below whatever the row's is.",
            "Sessions print alike whatever they were opened with: UTC, ISO dates, all digits of a float, UTF-8.",
            "**`postgresql-text/1`**, between two PostgreSQL servers where all columns have the same types: MD5 of"
                    + " `ROW(…)::text` in UTF-8, computed by the servers. Equal is what prints the same: `1.0` and `1.00` of a"
                    + " `numeric` are two values.",
            "**`mysql-text/1`**, between two MySQL servers where all columns have the same types, collations apart: SHA-256,"
                    + " its first 128 bits, over the cells one after the other, computed by the servers. NULL is `-`; a value is"
                    + " its length in bytes, `:` and itself; a `text`, `blob`, `json`, `geometry` or `vector` is `#` and its own SHA-256 in"
                    + " hexadecimal digits. Text is in UTF-8, bytes are as they are, bits are binary digits.",
            "**`normal/1`**, between any others: SHA-256, its first 128 bits, over each cell in turn, computed by us. NULL is the"
                    + " number -1 in four bytes; a value is 0 in four bytes, the length of its normal form in four bytes, and that"
                    + " in UTF-8. Both sides' forms are of what the target holds when the job has written it, so that a value in a"
                    + " column of text is compared as the text that the source prints. A value that the target cannot hold (the"
                    + " job halts at it) is the number -2 and differs from everything.",
            "What is the same: numbers without the zeros at the end of their fraction; floating-point numbers by their bits;"
                    + " moments in UTC, without zeros at the end of their fraction; JSON by keys in order and numbers by value (so"
                    + " that 0 and -0 are one there); a PostgreSQL `character` without its padding. Text is compared byte by"
                    + " byte, whatever its collation, and is never normalised: composed and decomposed forms are two values.");

    private FormPage() {}

    static String of(List<FormReference.Row> rows) {
        StringBuilder page = new StringBuilder("# Forms in which rows are compared\n\n" + ReferencePage.NOTE);
        PARAGRAPHS.forEach(paragraph -> page.append(paragraph).append("\n\n"));
        page.append("## Edge values in `normal/1`\n\n")
                .append("| source | target | normal form of the source's | the same | |\n|---|---|---|---|---|\n");
        rows.forEach(row -> page.append("| %s | %s | %s | %s | %s |\n"
                .formatted(
                        cell(row.source()),
                        cell(row.target()),
                        row.form().isEmpty() ? "–" : code(row.form()),
                        row.same() ? "yes" : "**no**",
                        row.remark())));
        return page.toString();
    }

    private static String cell(FormReference.Cell cell) {
        return cell.kind().text() + " `" + cell.type().replaceAll(" COLLATE .*", "") + "`: " + code(cell.text());
    }

    /** Brackets keep the blanks in view. */
    private static String code(String text) {
        return text.isBlank() || !text.equals(text.strip()) ? "`[" + text + "]`" : "`" + text + "`";
    }
}
