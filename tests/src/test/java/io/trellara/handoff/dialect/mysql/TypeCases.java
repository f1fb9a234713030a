package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.local.MysqlVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Every column type with its edge values. */
final class TypeCases {
    private static final String NINES = "9".repeat(35) + "." + "9".repeat(30);

    private TypeCases() {}

    static List<TypeCase> of(MysqlVersion version) {
        List<TypeCase> cases = new ArrayList<>();
        numbers(cases);
        times(cases);
        texts(cases);
        bytes(cases);
        documents(cases);
        if (version != MysqlVersion.V8_0) {
            cases.add(TypeCase.of("vector(3)", "STRING_TO_VECTOR('[1,-2.5,0]')").giving("\\x0000803f000020c000000000"));
        }
        return cases;
    }

    private static void numbers(List<TypeCase> cases) {
        cases.add(TypeCase.of("tinyint", "-128", "127", "0"));
        cases.add(TypeCase.of("tinyint(1)", "true", "false"));
        cases.add(TypeCase.of("tinyint unsigned", "255", "128"));
        cases.add(TypeCase.of("smallint", "-32768", "32767"));
        cases.add(TypeCase.of("smallint unsigned", "65535"));
        cases.add(TypeCase.of("mediumint", "-8388608", "8388607"));
        cases.add(TypeCase.of("mediumint unsigned", "16777215"));
        cases.add(TypeCase.of("int", "-2147483648", "2147483647"));
        cases.add(TypeCase.of("int unsigned", "4294967295"));
        cases.add(TypeCase.of("int(8) unsigned zerofill", "42", "0").giving("42", "0"));
        cases.add(TypeCase.of("bigint", "-9223372036854775808", "9223372036854775807"));
        cases.add(TypeCase.of("bigint unsigned", "18446744073709551615", "9223372036854775808")
                .giving("18446744073709551615"));
        cases.add(TypeCase.of("decimal(65,30)", NINES, "-" + NINES, "0", "0.000000000000000000000000000001", "-0.5")
                .giving(NINES, "-0.500000000000000000000000000000"));
        cases.add(TypeCase.of("decimal(10,2)", "1234567.5", "-1", "0.01", "99999999.99", "100000000")
                .giving("-1.00"));
        cases.add(TypeCase.of("decimal(20,0)", "12345678901234567890", "-1000000000", "0", "1000000000"));
        cases.add(TypeCase.of("decimal(9,9)", "0.123456789", "-0.000000001"));
        cases.add(TypeCase.of("decimal(12,3) unsigned zerofill", "12.5").giving("12.500"));
        cases.add(TypeCase.of(
                        "float",
                        "0.1",
                        "-3.4028234e38",
                        "1.17549435e-38",
                        "1e-45",
                        "16777217",
                        "-0e0",
                        "1e20",
                        "0.3e-15")
                .giving("0.1", "1e20"));
        cases.add(TypeCase.of("float(7,4)", "123.4567", "-999.9999", "0"));
        cases.add(TypeCase.of("double", doubles()).giving("0.1", "1e100", "-1.7976931348623157e308"));
        cases.add(TypeCase.of("double(10,3)", "1234567.891", "-0.001"));
        for (int bits : new int[] {1, 7, 8, 9, 31, 64}) {
            cases.add(TypeCase.of("bit(" + bits + ")", "b'1'", "0", "b'" + "1".repeat(bits) + "'"));
        }
        cases.add(TypeCase.of("year", "1901", "2155", "0", "2026").giving("0000"));
    }

    private static String[] doubles() {
        List<String> values = new ArrayList<>(List.of(
                "0.1",
                "-1.7976931348623157e308",
                "2.2250738585072014e-308",
                "4.9e-324",
                "1e100",
                "1e15",
                "1e16",
                "1e-14",
                "1e-15",
                "123456789012345680",
                "0e0",
                "-0e0",
                "1e23",
                "9007199254740993",
                "2e-3",
                "5e-324"));
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                values.add(Double.toString(value));
            }
        }
        for (int power = -1070; power < 1024; power += 13) {
            values.add(Double.toString(Math.scalb(1.0, power)));
        }
        return values.toArray(new String[0]);
    }

    private static void times(List<TypeCase> cases) {
        cases.add(TypeCase.of("date", "'1000-01-01'", "'9999-12-31'", "'0000-00-00'", "'2026-00-00'", "'2024-02-29'")
                .giving("0000-00-00", "2026-00-00"));
        cases.add(TypeCase.of("datetime", "'1000-01-01 00:00:00'", "'9999-12-31 23:59:59'", "'0000-00-00 00:00:00'"));
        for (int digits = 1; digits <= 6; digits++) {
            cases.add(TypeCase.of(
                    "datetime(" + digits + ")", "'2026-11-30 23:59:58.123456'", "'1969-12-31 23:59:59.9'", "0"));
            cases.add(TypeCase.of(
                    "timestamp(" + digits + ") NULL", "'2026-11-30 23:59:58.123456'", "0", "'1970-01-01 02:00:00.5'"));
            cases.add(TypeCase.of(
                    "time(" + digits + ")",
                    "'-838:59:58.999999'",
                    "'838:59:59'",
                    "'-00:00:00.1'",
                    "'-00:00:01.25'",
                    "0"));
        }
        cases.add(TypeCase.of(
                        "timestamp NULL",
                        "'1970-01-01 02:00:01'",
                        "'2038-01-19 05:14:07'",
                        "0",
                        "'2024-02-29 01:00:00'")
                .giving("1970-01-01 00:00:01+00", "2024-02-28 23:00:00+00", "0000-00-00 00:00:00+00"));
        cases.add(TypeCase.of("time", "'-838:59:59'", "'100:00:00'", "'-00:00:01'", "'23:59:59'")
                .giving("-838:59:59"));
    }

    private static void texts(List<TypeCase> cases) {
        String[] nasty = {"''", "' '", "'a  '", "'\\t\\n\\r\\\\\\\\N'", "'\\\"'", "x'01'", "'NULL'", "'\\\\N'"};
        for (String type : new String[] {"char(20)", "varchar(20)", "varchar(300)", "text", "longtext"}) {
            cases.add(TypeCase.of(type + " character set utf8mb4", with(nasty, "'äß€😀'")));
            cases.add(TypeCase.of(type + " character set utf8mb3", with(nasty, "'äß€'")));
        }
        cases.add(TypeCase.of("varchar(300) character set latin1", with(nasty, allBytes(), "'äß€'")));
        cases.add(TypeCase.of("char(20) character set latin2", with(nasty, "'äžß'")));
        cases.add(TypeCase.of("varchar(30) character set gbk", with(nasty, "'中文€'", "_gbk x'8140a1a1fefea2a1a6e0'")));
        cases.add(TypeCase.of("char(30) character set big5", with(nasty, "'中文'")));
        cases.add(TypeCase.of("varchar(30) character set sjis", with(nasty, "'日本ｱ'")));
        cases.add(TypeCase.of("varchar(30) character set cp932", with(nasty, "'日本ｱ①'")));
        cases.add(TypeCase.of("varchar(30) character set euckr", with(nasty, "'한국'")));
        cases.add(TypeCase.of("varchar(30) character set utf16", with(nasty, "'ä😀'")));
        cases.add(TypeCase.of("char(30) character set ucs2", with(nasty, "'ä€'")));
        cases.add(TypeCase.of("varchar(30) character set utf32", with(nasty, "'ä😀'")));
        cases.add(TypeCase.of("varchar(30) character set utf16le", with(nasty, "'ä😀'")));
        cases.add(TypeCase.of("varchar(30) character set ascii", nasty));
        cases.add(TypeCase.of("char(255) character set utf8mb4", "REPEAT('😀', 255)", "'a'"));
        cases.add(TypeCase.of(
                        "enum('a','it''s','ä,b','') character set latin1", "'a'", "'it''s'", "'ä,b'", "'nothing'", "4")
                .giving("it's"));
        cases.add(TypeCase.of("set('x','y','z') character set gbk", "'x,z'", "''", "'z,y,x'")
                .giving("x,z", "x,y,z"));
        cases.add(TypeCase.of("enum(" + labels(300) + ")", "'l299'", "'l0'"));
        cases.add(TypeCase.of("set(" + labels(64) + ")", "'l63,l0'", "18446744073709551615"));
    }

    private static String labels(int count) {
        StringBuilder labels = new StringBuilder();
        for (int i = 0; i < count; i++) {
            labels.append(i == 0 ? "" : ",").append("'l").append(i).append("'");
        }
        return labels.toString();
    }

    private static String allBytes() {
        StringBuilder bytes = new StringBuilder("_latin1 x'");
        for (int b = 1; b < 256; b++) {
            bytes.append(String.format("%02x", b));
        }
        return bytes.append("'").toString();
    }

    private static String[] with(String[] values, String... more) {
        List<String> all = new ArrayList<>(List.of(values));
        all.addAll(List.of(more));
        return all.toArray(new String[0]);
    }

    private static void bytes(List<TypeCase> cases) {
        cases.add(TypeCase.of("binary(4)", "x'00000000'", "x'01'", "x'0100ff00'", "''")
                .giving("\\x01000000", "\\x00000000"));
        cases.add(TypeCase.of("varbinary(300)", "x'0100'", "''", "x'5c0a09'", "REPEAT(x'ff', 300)")
                .giving("\\x0100"));
        cases.add(TypeCase.of("tinyblob", "x'00'", "''"));
        cases.add(TypeCase.of("blob", "x'5c78'", "REPEAT(x'00', 5000)"));
        cases.add(TypeCase.of("longblob", "REPEAT(x'fe', 100000)"));
        cases.add(TypeCase.of(
                "geometry", "ST_GeomFromText('POINT(1 -2.5)')", "ST_GeomFromText('LINESTRING(0 0,1 1)', 4326)"));
        cases.add(TypeCase.of("point", "ST_GeomFromText('POINT(1 2)')")
                .giving("\\x000000000101000000000000000000f03f0000000000000040"));
    }

    private static void documents(List<TypeCase> cases) {
        cases.add(TypeCase.of(
                        "json",
                        "'{}'",
                        "'[]'",
                        "'null'",
                        "'true'",
                        "'\"a\\\\\"\\\\\\\\b\\\\n\\\\u0001\\\\u007fä😀\"'",
                        "'{\"b\": 1, \"a\": [1, 2.0, -3.5e300, 1e-20, 0.1, {\"c\": null}], \"ab\": false}'",
                        "'[-32768, 32767, 65535, 65536, -2147483648, 4294967295, 9223372036854775807, 18446744073709551615]'",
                        "'[123456789012345678901234567890, 1e15, 1e16, 100000000000000000000.5, -0.0]'",
                        "JSON_ARRAY(CAST(1234.5678900 AS DECIMAL(20,7)), CAST('2026-11-30' AS DATE), CAST('10:11:12.5' AS TIME(1)))",
                        "JSON_ARRAY(CAST('-100:11:12' AS TIME), CAST('2026-11-30 10:00:00.25' AS DATETIME(2)))",
                        "JSON_OBJECT('bin', CAST(REPEAT(x'0102ff', 60) AS BINARY), 'bit', b'101')",
                        "JSON_ARRAY(REPEAT('long', 40000))",
                        "CONCAT('{\"k\": [', REPEAT('123456, ', 20000), '1]}')",
                        "CAST(1.5 AS JSON)",
                        "JSON_ARRAY(3e0)",
                        "JSON_OBJECT('', '', 'k', ST_GeomFromText('POINT(1 2)'))")
                .giving("{\"a\": [1, 2.0, -3.5e300, 1e-20, 0.1, {\"c\": null}], \"b\": 1, \"ab\": false}"));
    }
}
