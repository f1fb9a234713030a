package io.trellara.handoff.sink.types;

/** How a converted cell becomes a value in an SQL statement. */
enum CellForm {
    /** By itself. */
    PLAIN("%s"),
    /** As hexadecimal digits. */
    HEX("UNHEX(%s)"),
    /** As a number, where text would be taken for bytes. */
    NUMBER("CAST(%s AS UNSIGNED)");

    private final String expression;

    CellForm(String expression) {
        this.expression = expression;
    }

    /** @param argument a parameter or a variable that holds the cell's text */
    String of(String argument) {
        return expression.formatted(argument);
    }
}
