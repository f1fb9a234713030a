package io.trellara.handoff.dialect.mysql;

/** How far into the binary log the stream has been decoded: file and offset. Pure; one thread. */
final class LogReach {
    private static final int FIRST_OFFSET = 4;
    private static final long OFFSET = 0xFFFF_FFFFL;

    private long file;
    private long offset;

    /** The log goes on in another file, whose number its name ends in. */
    void rotate(BinlogEvent event) {
        BinlogCursor cursor = event.cursor();
        cursor.skip(8);
        file = BinlogFile.number(cursor.text(cursor.left()));
        offset = FIRST_OFFSET;
    }

    /** Behind an event of the present file; those that the server makes up have no position. */
    void pass(BinlogEvent event) {
        if (event.logPosition() > 0) {
            offset = event.logPosition();
        }
    }

    /** Where a transaction that begins with this event lies, as {@link BinlogPlace}. */
    long place(int epoch, BinlogEvent event) {
        return BinlogPlace.of(epoch, file, (event.logPosition() - event.sizeInLog()) & OFFSET);
    }

    /** The file's number; 0 before the first one is known. */
    long file() {
        return file;
    }

    long offset() {
        return offset;
    }
}
