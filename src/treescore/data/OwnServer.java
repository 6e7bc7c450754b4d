import com.sun.net.httpserver.HttpServer;
import edu.stanford.nlp.pipeline.StanfordCoreNLPServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.Executors;

/**
 * CoreNLP's server for one run of treescore.
 *
 * <p>CoreNLP's own listens to the whole network, on a port that must be free, and outlives whoever
 * started it. This one listens to this machine alone, on a port that the system chooses, under a
 * path that nobody can guess: its properties name files to load, which is not for everybody to say.
 * It prints its address, and ends when its standard input does.
 */
public class OwnServer extends StanfordCoreNLPServer {
  private OwnServer(int milliseconds) throws IOException {
    super(new Properties(), 0, milliseconds, true);
    maxCharLength = -1; // treescore has a limit of its own
  }

  public static void main(String[] arguments) throws IOException {
    OwnServer corenlp = new OwnServer(Integer.parseInt(arguments[0]));
    InetAddress here = InetAddress.getByName("127.0.0.1");
    HttpServer server = HttpServer.create(new InetSocketAddress(here, 0), 0);
    String path = "/" + UUID.randomUUID() + "/";
    server.createContext(
        path,
        corenlp.new CoreNLPHandler(new Properties(), asked -> true, done -> {}, null, path));
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + path);
    while (System.in.read() >= 0) {}
    Runtime.getRuntime().halt(0);
  }
}
