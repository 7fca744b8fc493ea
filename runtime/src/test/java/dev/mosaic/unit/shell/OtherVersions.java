package dev.mosaic.unit.shell;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Classes as another program may have them. */
final class OtherVersions {
    private OtherVersions() {}

    /** A class of that name with one other method. */
    static Class<?> of(Class<?> original) throws ClassNotFoundException {
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of(original.getName()),
                        type -> type.withFlags(ClassFile.ACC_PUBLIC)
                                .withMethodBody(
                                        "later",
                                        MethodTypeDesc.of(ConstantDescs.CD_int),
                                        ClassFile.ACC_PUBLIC,
                                        code -> code.iconst_1().ireturn()));
        return Class.forName(original.getName(), false, new ClassLoader(OtherVersions.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.equals(original.getName())) {
                    Class<?> known = findLoadedClass(name);
                    return known == null ? defineClass(name, bytes, 0, bytes.length) : known;
                }
                return super.loadClass(name, resolve);
            }
        });
    }
}
