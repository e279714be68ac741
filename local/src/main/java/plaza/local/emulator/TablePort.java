package plaza.local.emulator;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/// Where other programs can use the table, with any credentials.
///
/// @param port the port at the loopback address, 0 for any free port
/// @param host another address of this machine with the same port, such as that of Docker's bridge,
///   or null
public record TablePort(int port, @Nullable InetAddress host) {}
