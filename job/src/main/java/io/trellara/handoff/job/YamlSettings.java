package io.trellara.handoff.job;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.trellara.handoff.config.Setting;
import io.trellara.handoff.config.Settings;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Flattens a YAML tree to dotted keys, each with the line it was written on. */
final class YamlSettings {
    private static final int DEEPEST = 8;

    private final String name;
    private final JsonParser parser;
    private final Map<String, Setting> byKey = new LinkedHashMap<>();

    private YamlSettings(String name, JsonParser parser) {
        this.name = name;
        this.parser = parser;
    }

    /**
     * @param name of the file, for error texts
     * @throws HandoffException CONFIG_UNREADABLE; the text is never quoted, it may hold a secret
     */
    static Settings read(String name, String text) {
        try (JsonParser parser = new YAMLFactory().createParser(text)) {
            YamlSettings tree = new YamlSettings(name, parser);
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_OBJECT) {
                tree.section("", 1);
            } else if (first != null) {
                throw tree.unreadable("something else than keys");
            }
            return new Settings(name, tree.byKey);
        } catch (JsonProcessingException broken) {
            throw unreadable(name + " line " + broken.getLocation().getLineNr(), "text that is not YAML");
        } catch (IOException impossible) {
            throw unreadable(name, "text that cannot be read");
        }
    }

    private void section(String prefix, int depth) throws IOException {
        if (depth > DEEPEST) {
            throw unreadable("more than " + DEEPEST + " levels");
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = prefix + parser.currentName();
            String place = place();
            JsonToken value = parser.nextToken();
            switch (value) {
                case START_OBJECT -> section(key + ".", depth + 1);
                case START_ARRAY -> put(key, items(), place);
                case VALUE_NULL -> {
                    // A key without a value is as good as none.
                }
                default -> put(key, List.of(parser.getText()), place);
            }
        }
    }

    private List<String> items() throws IOException {
        List<String> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (!parser.currentToken().isScalarValue()) {
                throw unreadable("a list of something else than texts");
            }
            items.add(parser.getText());
        }
        return items;
    }

    private void put(String key, List<String> items, String place) {
        if (byKey.put(key, new Setting(items, place)) != null) {
            throw unreadable("the key " + key + " twice");
        }
    }

    private String place() {
        return name + " line " + parser.currentTokenLocation().getLineNr();
    }

    private HandoffException unreadable(String observed) {
        return unreadable(place(), observed);
    }

    private static HandoffException unreadable(String place, String observed) {
        return new HandoffException(new Finding(
                ErrorCode.CONFIG_UNREADABLE,
                place,
                observed,
                "YAML sections of keys and values",
                "correct it; ./handoff init writes a file to start from"));
    }
}
