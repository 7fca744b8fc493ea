package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodecTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            boolean          | booleanValue | true
            byte             | byteValue    | (byte) 1
            short            | shortValue   | (short) 1
            char             | charValue    | (char) 97
            int              | intValue     | 1
            long             | longValue    | 1L
            float            | floatValue   | 1f
            double           | doubleValue  | 1d
            boolean[]        | booleans     | new boolean[1]
            byte[]           | bytes        | new byte[1]
            short[]          | shorts       | new short[1]
            char[]           | chars        | new char[1]
            int[]            | ints         | new int[1]
            long[]           | longs        | new long[1]
            float[]          | floats       | new float[1]
            double[]         | doubles      | new double[1]
            String           | text         | "text"
            java.lang.foreign.MemorySegment | segment | java.lang.foreign.MemorySegment.NULL
            java.nio.ByteBuffer | buffer    | java.nio.ByteBuffer.allocate(1)
            EchoProxy        | proxy        | EchoProxy.remote()
            Integer          | object       | null
            int[][]          | object       | new int[1][1]
            java.util.List<String> | object | java.util.List.of()
            """)
    void shouldWriteAndReadByTheDeclaredType(String type, String how, String value) {
        LocalUnit unit = new LocalUnit();
        Object result = Program.of(
                        """
                        @dev.mosaic.Tessera class Echo {
                            TYPE field;
                            TYPE echo(TYPE value) { return value; }
                        }
                        """.replace("TYPE", type),
                        """
                        class Main {
                            static Object main() {
                                TYPE value = VALUE;
                                EchoProxy echo = EchoProxy.remote();
                                echo.field(value).result();
                                Object read = echo.field().result();
                                dev.mosaic.Task<BOX> task = echo.echo(value);
                                return task.uid() + " " + java.util.Objects.equals(read, task.result());
                            }
                        }
                        """.replace("TYPE", type).replace("BOX", box(type)).replace("VALUE", value))
                .run(unit, "Main", "main");
        assertThat(result).isEqualTo(how + " true");
        assertThat(unit.log().getLast()).endsWith(" " + how);
    }

    @Test
    void shouldWriteWhatMayBeAPromiseAsOne() {
        LocalUnit unit = new LocalUnit();
        Object result = Program.of(
                        "@dev.mosaic.Tessera class Echo { Object echo(Object value) { return value; } }", """
                        class Main {
                            static Object main() {
                                EchoProxy echo = EchoProxy.remote();
                                Object hidden = echo.echo("text");
                                return echo.echo(hidden).result();
                            }
                        }
                        """)
                .run(unit, "Main", "main");
        assertThat(result).isEqualTo("text");
    }

    private static String box(String type) {
        return switch (type) {
            case "int" -> "Integer";
            case "char" -> "Character";
            case "boolean", "byte", "short", "long", "float", "double" ->
                type.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + type.substring(1);
            default -> type;
        };
    }
}
