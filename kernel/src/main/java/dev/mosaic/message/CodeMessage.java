package dev.mosaic.message;

import java.util.List;

/** What a node or a worker asks a program about its classes, and the answers. Every question is asked again until it is answered. */
public sealed interface CodeMessage extends UnitMessage {
    /** One file of a program's class path: text SHA-256 in hexadecimal digits, i64 bytes, text name. */
    record CodeFile(String hash, long sizeBytes, String name) {}

    /** The node of that uid asks a head which files its program's classes are in. */
    record WantCode(String node) implements CodeMessage {
        @Override
        public MessageType type() {
            return MessageType.WANT_CODE;
        }
    }

    /** These, in the order they are searched. */
    record Code(List<CodeFile> files) implements CodeMessage {
        public Code {
            files = List.copyOf(files);
        }

        @Override
        public MessageType type() {
            return MessageType.CODE;
        }
    }

    /** Asks for bytes of the file with that hash: text hash, i64 offset. */
    record PullCode(String hash, long from) implements CodeMessage {
        @Override
        public MessageType type() {
            return MessageType.PULL_CODE;
        }
    }

    /** Some of them; none where the program has no such file. */
    record CodeChunk(String hash, long from, Payload bytes) implements CodeMessage {
        @Override
        public MessageType type() {
            return MessageType.CODE_CHUNK;
        }
    }

    /** A worker asks its head for a class that is in none of the files: text binary name. */
    record WantClass(String name) implements CodeMessage {
        @Override
        public MessageType type() {
            return MessageType.WANT_CLASS;
        }
    }

    /**
     * Its class file: text name, payload, text refusal, bool hasMore.
     *
     * @param bytes none where there is no such class
     * @param refusal why there are none, where the class is known; else empty
     * @param hasMore false where all classes of the program are in files, so that nobody has to ask again
     */
    record ClassBytes(String name, Payload bytes, String refusal, boolean hasMore) implements CodeMessage {
        @Override
        public MessageType type() {
            return MessageType.CLASS_BYTES;
        }
    }
}
