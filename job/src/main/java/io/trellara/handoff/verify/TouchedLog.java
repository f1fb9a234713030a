package io.trellara.handoff.verify;

import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.StreamTouch;
import io.trellara.handoff.evidence.StreamWindow;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.util.List;
import java.util.Optional;

/**
 * What the stream says that it has touched, by windows of the log. It says something of a part of the log only where
 * every window in it begins where the one before ends, or earlier: of what lies in a gap nobody has taken note. Pure.
 *
 * @param windows oldest first
 */
record TouchedLog(List<StreamWindow> windows, List<StreamTouch> touches) {
    TouchedLog {
        windows = List.copyOf(windows);
        touches = List.copyOf(touches);
    }

    /** Windows first: what is recorded between the two is in the touches, at least. */
    static TouchedLog read(EvidenceReader evidence, RunKey run) {
        List<StreamWindow> windows = evidence.streamWindows(run);
        return new TouchedLog(windows, evidence.streamTouches(run));
    }

    /** How far the newest window goes. */
    Optional<Position> end() {
        return newest().map(StreamWindow::to);
    }

    private Optional<StreamWindow> newest() {
        return windows.isEmpty() ? Optional.empty() : Optional.of(windows.get(windows.size() - 1));
    }

    /** The oldest of the windows that follow one another without a gap from {@code since} to the newest one. */
    Optional<StreamWindow> bridge(Position since) {
        for (int i = windows.size() - 1; i >= 0; i--) {
            StreamWindow window = windows.get(i);
            if (since.covers(window.from())) {
                return Optional.of(window);
            }
            if (i == 0 || !windows.get(i - 1).to().covers(window.from())) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** What was touched in that window or a later one. */
    List<StreamTouch> since(StreamWindow first) {
        return touches.stream()
                .filter(touch -> touch.window() >= first.number())
                .toList();
    }
}
