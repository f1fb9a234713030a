/** The rules that hold over all modules, read from the compiled classes and from the files. */
@org.jspecify.annotations.NullMarked
package io.trellara.handoff.architecture;
