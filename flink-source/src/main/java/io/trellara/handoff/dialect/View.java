package io.trellara.handoff.dialect;

import java.util.Optional;

/** An open, settled view, held by its exporting session; closing it ends the view for new importers. */
public interface View extends AutoCloseable {
    /** What an importer needs; travels to readers. */
    ViewTicket ticket();

    /** Whether the exporting session is gone, asked over another connection: any command on its own would end it. */
    boolean isLost();

    /** Sessions that wait behind our view's locks for longer than {@code source.ddl.wait} (R12); empty when none. */
    Optional<String> blockedSession();

    @Override
    void close();
}
