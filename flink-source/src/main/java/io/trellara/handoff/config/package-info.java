/**
 * The configuration of a run: every key with its form, default and description ({@link SourceOptions}), how values are
 * written ({@link OptionType}), how references to secrets are resolved, and the validated records
 * ({@link SourceConfig}). Unknown keys are refused with the nearest known one; all problems are found at once. Files
 * and environment are reached only through {@link SecretLookup}. Imports {@code model} and {@code error}.
 */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.config;
