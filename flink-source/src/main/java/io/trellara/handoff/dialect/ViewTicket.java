package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Position;
import java.io.Serializable;

/**
 * All that is needed to import a view.
 *
 * @param snapshot the exported snapshot's name
 * @param boundary the view holds exactly the transactions that it covers
 * @param serverStart the server's identity (R8), {@code pg_postmaster_start_time()} and role as text; every connection
 *     of the view must agree (design §15)
 * @param exporterPid the exporting session's backend
 */
public record ViewTicket(String snapshot, Position boundary, String serverStart, int exporterPid)
        implements Serializable {}
