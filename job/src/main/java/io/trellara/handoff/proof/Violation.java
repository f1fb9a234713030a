package io.trellara.handoff.proof;

/**
 * A row that breaks a rule. Holds no key and no value of the user's (R11).
 *
 * @param rule the rule's name
 * @param row the row's name
 */
public record Violation(String rule, String row, String observed, String required) {}
