package io.trellara.handoff.dialect;

import io.trellara.handoff.model.Position;
import java.io.Serializable;

/**
 * All that is needed to import a view; of a reader's own view what others must know of it.
 *
 * @param snapshot the exported snapshot's name; empty where sessions open views of their own
 * @param boundary the view holds exactly the transactions that it covers
 * @param serverStart the server's identity (R8), {@code pg_postmaster_start_time()} and role as text; every connection
 *     of the view must agree (design §15)
 * @param session the exporting session's backend, or the connection of a reader's own view (unsigned, as the protocol
 *     has it); of a comparison that exports nothing, the number by which its sessions are known
 */
public record ViewTicket(String snapshot, Position boundary, String serverStart, int session) implements Serializable {}
