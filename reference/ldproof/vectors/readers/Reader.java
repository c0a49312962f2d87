// Read files of test vectors: `java Reader.java randomize.json` prints one a line.
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
public class Reader {
    /** A part of a JSON text: as it is written, with quotes and escapes of a text; the items of a list. */
    public record Value(String raw, List<Value> items) {
        /** A member that begins with this sign, or null; the items of an object are its names and values. */
        public Value get(String name, String sign) {
            for (int i = 0; i + 1 < items.size(); i += 2)
                if (items.get(i).raw.equals('"' + name + '"'))
                    return items.get(i + 1).raw.startsWith(sign) ? items.get(i + 1) : null;
            return null;
        }
    }
    public record Vector(String request, Value value) {}  // and its request as it is to be sent, but for "id"
    private final String text;
    private int at;
    private Reader(String text) { this.text = text; }
    private char next() {
        while (" \n\r\t,:".indexOf(text.charAt(at)) >= 0) at++;
        return text.charAt(at);
    }
    private Value parse() {
        List<Value> items = new ArrayList<>();
        int kind = next(), start = at++;
        if (kind == '"') {
            for (; text.charAt(at) != '"'; at++) if (text.charAt(at) == '\\') at++;
            at++;
        } else if (kind == '[' || kind == '{') {
            while ("]}".indexOf(next()) < 0) items.add(parse());
            at++;
        } else while (",]} \n\r\t".indexOf(text.charAt(at)) < 0) at++;
        return new Value(text.substring(start, at), items);
    }
    /** The vectors of a file's text; throws if there are none, or not as many as it says. */
    public static List<Vector> readVectors(String text) {
        Value file = new Reader(text).parse(), number = file.get("numberOfTests", "");
        List<Vector> found = new ArrayList<>();
        for (Value each : file.get("groups", "[").items) for (Value vector : each.get("vectors", "[").items) {
            String request = "{";
            for (String name : List.of("op", "mechanism", "formula", "family"))
                if (each.get(name, "") != null) request += '"' + name + "\":" + each.get(name, "").raw + ",";
            found.add(new Vector(request + vector.get("request", "{").raw.substring(1), vector));
        }
        String count = "" + found.size();
        if (found.isEmpty() || !number.raw.equals(count)) throw new Error(count + " vectors");
        return found;
    }
    public static void main(String[] paths) {
        for (String path : paths) try {
            for (Vector each : readVectors(Files.readString(Path.of(path))))
                System.out.println(each.request + "\t" + each.value.raw);
        } catch (Exception | Error flaw) {
            System.err.println(path + ": not a complete file of test vectors: " + flaw);
            System.exit(2);
        }
    }
}
