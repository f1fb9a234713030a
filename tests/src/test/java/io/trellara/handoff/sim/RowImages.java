package io.trellara.handoff.sim;

import io.trellara.handoff.model.Tuple;
import io.trellara.handoff.sim.ModelEvent.Row;
import java.nio.charset.StandardCharsets;

/** Row images over one buffer, as a decoded message has them. */
final class RowImages {
    static final int LARGE = 2;
    private final byte[] buffer = new byte[200];
    private int end;

    Tuple row(int key, Row row) {
        Tuple image = key(key);
        cell(image, 1, Integer.toString(row.small()));
        cell(image, LARGE, row.large());
        return image;
    }

    Tuple partial(int key, Row row) {
        Tuple image = key(key);
        cell(image, 1, Integer.toString(row.small()));
        image.unchanged(LARGE);
        return image;
    }

    Tuple key(int key) {
        Tuple image = new Tuple();
        image.reset(buffer, LARGE + 1);
        cell(image, 0, Integer.toString(key));
        return image;
    }

    private void cell(Tuple image, int index, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, buffer, end, bytes.length);
        image.text(index, end, bytes.length);
        end += bytes.length;
    }
}
