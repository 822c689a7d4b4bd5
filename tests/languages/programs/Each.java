// Runs Decode for each line of the input, a shape and a reply, in one virtual machine: starting one takes longer than all of them.
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

public class Each {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split("\t", 2);
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            System.setIn(new ByteArrayInputStream(parts[1].getBytes(StandardCharsets.UTF_8)));
            System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
            try {
                Decode.main(new String[] {parts[0]});
                System.out.flush();
                out.println("reply\t" + written.toString(StandardCharsets.UTF_8));
            } catch (Exception error) {
                out.println("refused\t" + error.toString().replaceAll("\\s+", " "));
            }
        }
    }
}
