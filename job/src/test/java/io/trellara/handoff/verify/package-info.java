@NullMarked
package io.trellara.handoff.verify;

import org.jspecify.annotations.NullMarked;
