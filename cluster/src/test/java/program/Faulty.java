package program;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.mosaic.Tessera;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** Fails in all ways. */
@Tessera
public class Faulty {
    private static final String STRANGE = "program.made.StrangeException";

    public Faulty(boolean failsToStart) {
        if (failsToStart) {
            throw new IllegalStateException("no mesh was given");
        }
    }

    public int fails(String why) {
        throw new IllegalArgumentException(why);
    }

    public int failsChecked(String why) throws java.io.IOException {
        throw new java.io.IOException(why);
    }

    /** Throws an exception whose class only this worker has. */
    public int failsStrangely(String why) throws ReflectiveOperationException {
        Object strange =
                new Made().of(STRANGE, bytes()).getConstructor(String.class).newInstance(why);
        throw (RuntimeException) strange;
    }

    private static byte[] bytes() {
        ClassDesc self = ClassDesc.of(STRANGE);
        ClassDesc parent = ClassDesc.of("java.lang.RuntimeException");
        MethodTypeDesc type = MethodTypeDesc.of(CD_void, CD_String);
        return ClassFile.of()
                .build(
                        self,
                        made -> made.withSuperclass(parent)
                                .withFlags(ClassFile.ACC_PUBLIC)
                                .withMethodBody(
                                        INIT_NAME,
                                        type,
                                        ClassFile.ACC_PUBLIC,
                                        code -> code.aload(0)
                                                .aload(1)
                                                .invokespecial(parent, INIT_NAME, type)
                                                .return_()));
    }

    private static final class Made extends ClassLoader {
        Made() {
            super(Faulty.class.getClassLoader());
        }

        Class<?> of(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
