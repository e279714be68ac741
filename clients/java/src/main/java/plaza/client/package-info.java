/// A client of Plaza's API, for programs on the JVM.
package plaza.client;
