package program;

import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.unit.TesseraHandle;

/** What the processor would make, without calls: it is not part of this module's build. */
public final class IntrovertProxy extends TesseraProxy {
    public static final MethodTable TABLE = MethodTable.of(Introvert.class);

    public IntrovertProxy(TesseraHandle handle) {
        super(handle);
    }
}
