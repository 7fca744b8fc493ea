package dev.mosaic.message;

/** Writes and reads the messages about code. */
final class CodeLayout {
    private CodeLayout() {}

    static void write(MessageWriter out, CodeMessage message) {
        switch (message) {
            case CodeMessage.WantCode want -> out.text(want.node());
            case CodeMessage.Code code -> {
                out.count(code.files().size());
                for (CodeMessage.CodeFile file : code.files()) {
                    out.text(file.hash());
                    out.i64(file.sizeBytes());
                    out.text(file.name());
                }
            }
            case CodeMessage.PullCode pull -> {
                out.text(pull.hash());
                out.i64(pull.from());
            }
            case CodeMessage.CodeChunk chunk -> {
                out.text(chunk.hash());
                out.i64(chunk.from());
                out.payload(chunk.bytes());
            }
            case CodeMessage.WantClass want -> out.text(want.name());
            case CodeMessage.ClassBytes found -> {
                out.text(found.name());
                out.payload(found.bytes());
                out.text(found.refusal());
                out.bool(found.hasMore());
            }
        }
    }

    static CodeMessage read(MessageType type, MessageReader in) throws MessageFormatException {
        return switch (type) {
            case WANT_CODE -> new CodeMessage.WantCode(in.text());
            case CODE -> new CodeMessage.Code(in.list(in.count(), 12, CodeLayout::file));
            case PULL_CODE -> new CodeMessage.PullCode(in.text(), in.i64());
            case CODE_CHUNK -> new CodeMessage.CodeChunk(in.text(), in.i64(), in.payload());
            case WANT_CLASS -> new CodeMessage.WantClass(in.text());
            case CLASS_BYTES -> new CodeMessage.ClassBytes(in.text(), in.payload(), in.text(), in.bool());
            default -> throw new MessageFormatException("type=" + type + " is not about code");
        };
    }

    private static CodeMessage.CodeFile file(MessageReader in) throws MessageFormatException {
        return new CodeMessage.CodeFile(in.text(), in.i64(), in.text());
    }
}
