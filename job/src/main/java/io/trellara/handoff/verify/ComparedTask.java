package io.trellara.handoff.verify;

import io.trellara.handoff.verify.rows.Compared;
import java.io.Serializable;

/**
 * What a task's comparison says.
 *
 * @param form how the relation's rows were summed up
 */
public record ComparedTask(Task task, Compared compared, String form) implements Serializable {}
