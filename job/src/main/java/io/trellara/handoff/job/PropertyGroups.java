package io.trellara.handoff.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trellara.handoff.config.Setting;
import io.trellara.handoff.config.Settings;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the application properties of a managed service: a JSON list of {@code {PropertyGroupId, PropertyMap}}. Groups
 * whose id begins with {@code handoff} are ours, whatever follows; their keys are the YAML's, flat: {@code source.url}.
 * Other groups belong to others.
 */
final class PropertyGroups {
    private static final String OURS = "handoff";

    private PropertyGroups() {}

    /** @throws HandoffException CONFIG_UNREADABLE */
    static Settings read(String name, String json) {
        Map<String, Setting> byKey = new LinkedHashMap<>();
        for (JsonNode group : parse(name, json)) {
            String id = group.path("PropertyGroupId").asText();
            if (id.startsWith(OURS)) {
                group.path("PropertyMap")
                        .properties()
                        .forEach(entry -> byKey.put(
                                entry.getKey(),
                                new Setting(List.of(entry.getValue().asText()), name + " group " + id)));
            }
        }
        if (byKey.isEmpty()) {
            throw unreadable(name, "no property group whose id begins with " + OURS);
        }
        return new Settings(name, byKey);
    }

    private static JsonNode parse(String name, String json) {
        try {
            JsonNode root = new ObjectMapper().readTree(json);
            if (root == null || !root.isArray()) {
                throw unreadable(name, "something else than a JSON list");
            }
            return root;
        } catch (JsonProcessingException broken) {
            throw unreadable(name + " line " + broken.getLocation().getLineNr(), "text that is not JSON");
        }
    }

    private static HandoffException unreadable(String place, String observed) {
        return new HandoffException(new Finding(
                ErrorCode.CONFIG_UNREADABLE,
                place,
                observed,
                "a JSON list of {PropertyGroupId, PropertyMap}",
                "set the application's runtime properties as docs/operator-guide.md shows"));
    }
}
