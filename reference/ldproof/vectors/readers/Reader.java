// Read files of test vectors: `java Reader.java randomize.json` prints one a line.
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
public class Reader {
    /** A part of a JSON text: as it is written, with quotes and escapes of a text; the items of a list. */
    public record Value(String raw, List<Value> items) {
        /** A member of an object, or null; the items of an object are its names and values in turn. */
        public Value get(String name) {
            for (int i = 0; i < items.size(); i += 2)
                if (items.get(i).raw.equals('"' + name + '"')) return items.get(i + 1);
            return null;
        }
    }
    /** A vector, and its request as it is to be sent, but for its "id". */
    public record Vector(String request, Value value) {}

    private final String text;
    private int at = 0;
    private Reader(String text) { this.text = text; }

    private char next() {
        for (; " \n\r\t,:".indexOf(text.charAt(at)) >= 0; at++);
        return text.charAt(at);
    }

    private Value parse() {
        List<Value> items = new ArrayList<>();
        char kind = next();
        int start = at++;
        if (kind == '"') {
            for (; text.charAt(at) != '"'; at++) if (text.charAt(at) == '\\') at++;
            at++;
        } else if (kind == '[' || kind == '{') {
            while ("]}".indexOf(next()) < 0) items.add(parse());
            at++;
        } else while (",]} \n\r\t".indexOf(text.charAt(at)) < 0) at++;
        return new Value(text.substring(start, at), items);
    }

    /** The vectors of a file's text; throws if they are not as many as it says. */
    public static List<Vector> readVectors(String text) {
        Value file = new Reader(text).parse();
        List<Vector> found = new ArrayList<>();
        for (Value group : file.get("groups").items) for (Value vector : group.get("vectors").items) {
            String request = "{";
            for (String name : List.of("op", "mechanism", "formula", "family"))
                if (group.get(name) != null) request += '"' + name + "\":" + group.get(name).raw + ",";
            found.add(new Vector(request + vector.get("request").raw.substring(1), vector));
        }
        if (!file.get("numberOfTests").raw.equals("" + found.size())) throw new Error("some missing");
        return found;
    }

    public static void main(String[] paths) throws Exception {
        for (String path : paths) for (Vector each : readVectors(Files.readString(Path.of(path))))
            System.out.println(each.request + "\t" + each.value.raw);
    }
}
