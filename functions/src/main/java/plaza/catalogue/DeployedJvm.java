package plaza.catalogue;

/// How the JVM of a deployed function is started.
public final class DeployedJvm {
    /// The options, as `JAVA_TOOL_OPTIONS` contains them.
    ///
    /// The garbage collector suits one processor, and the compiler pays off in short-lived
    /// processes. Both also make the snapshot smaller.
    ///
    /// No address of a host is cached. Each snapshot contains the address of the table's endpoint
    /// that its process resolved, and a copy that is restored weeks later would connect to it: the
    /// JDK keeps an address for 30 seconds of a clock that continues from the snapshot. AWS advises
    /// the same (<https://docs.aws.amazon.com/lambda/latest/dg/snapstart-best-practices.html>).
    /// Connections are kept open, so few requests resolve the name.
    public static final String OPTIONS =
            "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dsun.net.inetaddr.ttl=0";

    private DeployedJvm() {}
}
