/**
 * Verifies a live target exactly (design §11): an own view of the source, its chunks and the target's compared, what
 * changed meanwhile set aside for the next round. What is left differs although nothing changed it. Writes nothing but
 * its own evidence; pauses nobody.
 */
@NullMarked
package io.trellara.handoff.verify;

import org.jspecify.annotations.NullMarked;
