package io.trellara.handoff.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trellara.handoff.error.HandoffException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** JSON in one form: no white space, names in their order, so that equal documents are equal texts. Pure. */
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** Empty where it is no JSON, or names a member twice. */
    static Optional<JsonNode> read(String text) {
        try {
            return Optional.ofNullable(MAPPER.readTree(text)).filter(node -> !node.isMissingNode());
        } catch (JsonProcessingException noJson) {
            return Optional.empty();
        }
    }

    /** A number as its digits say. */
    static JsonNode number(String digits) {
        return digits.indexOf('.') < 0
                ? JsonNodeFactory.instance.numberNode(new BigInteger(digits))
                : JsonNodeFactory.instance.numberNode(new BigDecimal(digits));
    }

    static String write(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(sorted(node));
        } catch (JsonProcessingException impossible) {
            throw HandoffException.bug("a proof", "a document that cannot be written", "texts and numbers");
        }
    }

    private static JsonNode sorted(JsonNode node) {
        if (node.isArray()) {
            ArrayNode array = array();
            node.forEach(element -> array.add(sorted(element)));
            return array;
        }
        if (!node.isObject()) {
            return node;
        }
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        Collections.sort(names);
        ObjectNode object = object();
        names.forEach(name -> object.set(name, sorted(node.path(name))));
        return object;
    }
}
