package dev.mosaic.examples.brain;

import static org.lwjgl.opencl.CL10.CL_DEVICE_GLOBAL_MEM_SIZE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_MAX_MEM_ALLOC_SIZE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_NAME;
import static org.lwjgl.opencl.CL10.CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT;
import static org.lwjgl.opencl.CL10.CL_DEVICE_TYPE;
import static org.lwjgl.opencl.CL10.CL_DEVICE_TYPE_ALL;
import static org.lwjgl.opencl.CL10.CL_DEVICE_TYPE_CPU;
import static org.lwjgl.opencl.CL10.CL_MEM_READ_WRITE;
import static org.lwjgl.opencl.CL10.CL_PROGRAM_BUILD_LOG;
import static org.lwjgl.opencl.CL10.CL_SUCCESS;
import static org.lwjgl.opencl.CL10.clBuildProgram;
import static org.lwjgl.opencl.CL10.clCreateBuffer;
import static org.lwjgl.opencl.CL10.clCreateCommandQueue;
import static org.lwjgl.opencl.CL10.clCreateContext;
import static org.lwjgl.opencl.CL10.clCreateKernel;
import static org.lwjgl.opencl.CL10.clCreateProgramWithSource;
import static org.lwjgl.opencl.CL10.clEnqueueCopyBuffer;
import static org.lwjgl.opencl.CL10.clEnqueueNDRangeKernel;
import static org.lwjgl.opencl.CL10.clEnqueueReadBuffer;
import static org.lwjgl.opencl.CL10.clEnqueueWriteBuffer;
import static org.lwjgl.opencl.CL10.clGetDeviceIDs;
import static org.lwjgl.opencl.CL10.clGetDeviceInfo;
import static org.lwjgl.opencl.CL10.clGetPlatformIDs;
import static org.lwjgl.opencl.CL10.clGetProgramBuildInfo;
import static org.lwjgl.opencl.CL10.clSetKernelArg1f;
import static org.lwjgl.opencl.CL10.clSetKernelArg1i;
import static org.lwjgl.opencl.CL10.clSetKernelArg1p;
import static org.lwjgl.opencl.CL10.nclEnqueueWriteBuffer;
import static org.lwjgl.opencl.CL12.CL_DEVICE_PARTITION_EQUALLY;
import static org.lwjgl.opencl.CL12.clCreateSubDevices;
import static org.lwjgl.opencl.CL12.clEnqueueFillBuffer;
import static org.lwjgl.system.MemoryUtil.NULL;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;

/**
 * The OpenCL device of this worker, with one context and one queue. They are made by the first call and live as long as the worker, which ends
 * with its devices. Copy this class: nothing in it is about waves.
 *
 * <p>A worker whose node gives it a device sees no others. Where a processor stands for the device, as with pocl, it is one core of it: workers
 * share the cores as they do without OpenCL.
 *
 * <p><b>Threading:</b> one thread. <b>Failure:</b> {@link IllegalStateException} with what to install, or with OpenCL's number of the error.
 */
final class OpenCl {
    /** Where {@code libOpenCL.so} comes with the headers of a compiler, the library itself has this name. */
    private static final String LIBRARY = "libOpenCL.so.1";

    private static final String NO_DEVICE =
            "there is no OpenCL device: install the maker's driver, or on Debian for the processor `apt-get install pocl-opencl-icd`";

    private static final Cleaner CLEANER = Cleaner.create();

    private static final class Holder {
        private static final OpenCl OF_THIS_WORKER = new OpenCl();
    }

    /** Its name, as its maker says it. */
    final String name;

    /** A processor, and no GPU. */
    final boolean isProcessor;

    /** Floats that one work-item does best at once: 1 on most GPUs. */
    final int floats;

    /** All its memory, in bytes. */
    final long memoryBytes;

    /** The most that one buffer may have, in bytes. */
    final long bufferBytes;

    private final long device;
    private final long context;
    private final long queue;

    /** Made by the first call in this process. */
    static OpenCl ofThisWorker() {
        return Holder.OF_THIS_WORKER;
    }

    private OpenCl() {
        long whole = first();
        isProcessor = (number(whole, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
        device = isProcessor ? oneCore(whole) : whole;
        name = text(whole);
        floats = (int) number(device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT);
        memoryBytes = number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
        bufferBytes = number(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer error = stack.mallocInt(1);
            context = clCreateContext((PointerBuffer) null, device, null, NULL, error);
            check(error.get(0), "clCreateContext");
            queue = clCreateCommandQueue(context, device, 0, error);
            check(error.get(0), "clCreateCommandQueue");
        }
    }

    /** A GPU or another accelerator before a processor. */
    private static long first() {
        if (Configuration.OPENCL_LIBRARY_NAME.get() == null) {
            Configuration.OPENCL_LIBRARY_NAME.set(LIBRARY);
        }
        try {
            CL.getICD();
        } catch (UnsatisfiedLinkError missing) {
            throw new IllegalStateException(NO_DEVICE, missing);
        }
        List<Long> processors = new ArrayList<>();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            for (long platform : platforms(stack)) {
                for (long each : devices(stack, platform)) {
                    if ((number(each, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) == 0) {
                        return each;
                    }
                    processors.add(each);
                }
            }
        }
        return processors.stream().findFirst().orElseThrow(() -> new IllegalStateException(NO_DEVICE));
    }

    private static List<Long> platforms(MemoryStack stack) {
        IntBuffer count = stack.callocInt(1);
        // An ICD loader without platforms answers with an error of its own.
        if (clGetPlatformIDs(null, count) != CL_SUCCESS || count.get(0) == 0) {
            return List.of();
        }
        PointerBuffer ids = stack.mallocPointer(count.get(0));
        check(clGetPlatformIDs(ids, (IntBuffer) null), "clGetPlatformIDs");
        return list(ids);
    }

    private static List<Long> devices(MemoryStack stack, long platform) {
        IntBuffer count = stack.callocInt(1);
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, null, count) != CL_SUCCESS || count.get(0) == 0) {
            return List.of();
        }
        PointerBuffer ids = stack.mallocPointer(count.get(0));
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, ids, (IntBuffer) null), "clGetDeviceIDs");
        return list(ids);
    }

    private static List<Long> list(PointerBuffer ids) {
        List<Long> list = new ArrayList<>();
        for (int i = 0; i < ids.capacity(); i++) {
            list.add(ids.get(i));
        }
        return list;
    }

    /** Of a processor that cannot be divided it is all of them. */
    private static long oneCore(long processor) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer properties = stack.pointers(CL_DEVICE_PARTITION_EQUALLY, 1, 0);
            IntBuffer count = stack.callocInt(1);
            if (clCreateSubDevices(processor, properties, null, count) != CL_SUCCESS || count.get(0) == 0) {
                return processor;
            }
            PointerBuffer cores = stack.mallocPointer(count.get(0));
            check(clCreateSubDevices(processor, properties, cores, (IntBuffer) null), "clCreateSubDevices");
            return cores.get(0);
        }
    }

    /**
     * The kernels of a source, compiled for this device.
     *
     * @throws IllegalStateException with the compiler's words, where it does not compile
     */
    long program(String source, String options) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer error = stack.mallocInt(1);
            long program = clCreateProgramWithSource(context, source, error);
            check(error.get(0), "clCreateProgramWithSource");
            if (clBuildProgram(program, device, options, null, NULL) != CL_SUCCESS) {
                PointerBuffer size = stack.mallocPointer(1);
                check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, (ByteBuffer) null, size), "log");
                ByteBuffer log = stack.malloc((int) Math.min(size.get(0), 16_000));
                clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log, null);
                throw new IllegalStateException("the kernels do not compile on " + name + ": " + utf8(log));
            }
            return program;
        }
    }

    /** A kernel of a program. */
    Kernel kernel(long program, String name) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            IntBuffer error = stack.mallocInt(1);
            long kernel = clCreateKernel(program, name, error);
            check(error.get(0), "clCreateKernel " + name);
            return new Kernel(kernel, name);
        }
    }

    /** What the device can be told to do, in the order in which it is told. */
    final class Kernel {
        private final long kernel;
        private final String name;

        private Kernel(long kernel, String name) {
            this.kernel = kernel;
            this.name = name;
        }

        /**
         * Begins when what was told before is done; does not wait for it.
         *
         * @param across work-items in the first direction
         * @param down work-items in the second one
         * @param arguments buffers as {@code Long}, numbers as {@code Integer} and {@code Float}
         */
        void run(int across, int down, Object... arguments) {
            for (int i = 0; i < arguments.length; i++) {
                int code = switch (arguments[i]) {
                    case Long buffer -> clSetKernelArg1p(kernel, i, buffer);
                    case Integer number -> clSetKernelArg1i(kernel, i, number);
                    case Float number -> clSetKernelArg1f(kernel, i, number);
                    default -> throw new IllegalArgumentException(name + ": " + arguments[i]);
                };
                check(code, "argument " + i + " of " + name);
            }
            try (MemoryStack stack = MemoryStack.stackPush()) {
                PointerBuffer items = stack.pointers(across, down);
                check(clEnqueueNDRangeKernel(queue, kernel, 2, null, items, null, null, null), name);
            }
        }
    }

    /** Memory of the device, which is free again some time after its owner is garbage. */
    Memory memory(Object owner) {
        Memory memory = new Memory(context);
        CLEANER.register(owner, memory::free);
        return memory;
    }

    /** Buffers of one owner. */
    static final class Memory {
        private final long context;
        private final List<Long> buffers = new ArrayList<>();

        private Memory(long context) {
            this.context = context;
        }

        /** A buffer of that many bytes, with any values. */
        synchronized long buffer(long bytes) {
            try (MemoryStack stack = MemoryStack.stackPush()) {
                IntBuffer error = stack.mallocInt(1);
                long buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, error);
                check(error.get(0), "clCreateBuffer of " + bytes + " bytes");
                buffers.add(buffer);
                return buffer;
            }
        }

        private synchronized void free() {
            buffers.forEach(CL10::clReleaseMemObject);
            buffers.clear();
        }
    }

    /** Writes zeros. */
    void clear(long buffer, long bytes) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            check(clEnqueueFillBuffer(queue, buffer, stack.calloc(Float.BYTES), 0, bytes, null, null), "clear");
        }
    }

    void copy(long from, long to, long bytes) {
        check(clEnqueueCopyBuffer(queue, from, to, 0, 0, bytes, null, null), "copy");
    }

    /** Waits until the device has the values. */
    void write(long buffer, float[] values) {
        check(clEnqueueWriteBuffer(queue, buffer, true, 0, values, null, null), "write");
    }

    /** Waits until the device has the values. */
    void write(long buffer, int[] values) {
        check(clEnqueueWriteBuffer(queue, buffer, true, 0, values, null, null), "write");
    }

    /** Waits until the device has the bytes, which are outside of the heap, as those of {@code Ref.segment()} are: they are not copied before. */
    void write(long buffer, MemorySegment bytes) {
        check(nclEnqueueWriteBuffer(queue, buffer, 1, 0, bytes.byteSize(), bytes.address(), 0, NULL, NULL), "write");
    }

    /** Waits until all that was told before is done. */
    float[] read(long buffer, int count) {
        float[] values = new float[count];
        check(clEnqueueReadBuffer(queue, buffer, true, 0, values, null, null), "read");
        return values;
    }

    /** Throws where a call of OpenCL was not well. */
    private static void check(int code, String what) {
        if (code != CL_SUCCESS) {
            throw new IllegalStateException(what + ": OpenCL's error " + code);
        }
    }

    private static long number(long device, int what) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            LongBuffer value = stack.callocLong(1);
            check(clGetDeviceInfo(device, what, value, null), "clGetDeviceInfo");
            return value.get(0);
        }
    }

    private static String text(long device) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            ByteBuffer value = stack.calloc(256);
            check(clGetDeviceInfo(device, CL_DEVICE_NAME, value, null), "clGetDeviceInfo");
            return utf8(value);
        }
    }

    private static String utf8(ByteBuffer text) {
        return StandardCharsets.UTF_8.decode(text).toString().strip().replace("\0", "");
    }
}
