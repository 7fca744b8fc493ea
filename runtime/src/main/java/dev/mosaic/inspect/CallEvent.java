package dev.mosaic.inspect;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/**
 * A call that ran, as an event {@code dev.mosaic.Call} of the JDK's flight recorder, in the thread that ran it.
 *
 * <p><b>Threading:</b> one. <b>Cost:</b> where nobody records, a look at a flag. A recording takes calls of 1 ms and more, unless its
 * settings say something else.
 */
@Name("dev.mosaic.Call")
@Label("Call")
@Category("Mosaic")
@Description("A call of a tessera's method, or a stateless task, from the first line of its code to the last")
@StackTrace(false)
@Threshold("1 ms")
public final class CallEvent extends Event {
    @Label("Task")
    @Description("As it stands at the end of its uid")
    String task = "";

    @Label("Name")
    @Description("What it calls: Solver.solve; of a stateless task its function")
    String name = "";

    @Label("Tessera")
    @Description("Where it runs; empty for a stateless one")
    String tessera = "";

    @Label("Attempt")
    @Description("0, and one more for each time it was sent elsewhere")
    int attempt;

    @Label("State")
    @Description("DONE, FAILED or CANCELLED; RUNNING where its code has returned a promise")
    String state = "";

    @Label("Waited")
    @Description("In its worker, before it began")
    @Timespan(Timespan.NANOSECONDS)
    long waited;

    @Label("Failure")
    @Description("Why it failed; empty where it did not")
    String failure = "";

    CallEvent() {}
}
