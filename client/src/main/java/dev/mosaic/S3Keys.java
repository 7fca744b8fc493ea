package dev.mosaic;

import java.nio.file.Path;

/** The credentials for an S3 server, or the place from which they are read. {@code toString} never shows a secret. */
public sealed interface S3Keys {
    /**
     * Fixed credentials.
     *
     * @param accessKey the access key id
     * @param secretKey the secret access key
     * @param sessionToken the session token of temporary keys; empty for others
     */
    record Fixed(String accessKey, String secretKey, String sessionToken) implements S3Keys {
        /** Keys without a session token. */
        public Fixed(String accessKey, String secretKey) {
            this(accessKey, secretKey, "");
        }

        /** Without the keys. */
        @Override
        public String toString() {
            return "S3Keys.Fixed";
        }
    }

    /**
     * Keys in the files {@code accessKey} and {@code secretKey} of a folder, such as a mounted Secret. They are read again when the files change.
     */
    record InFolder(Path folder) implements S3Keys {}

    /**
     * Temporary keys of the identity of the machine or pod. They come from AWS variables, in this order: {@code AWS_ACCESS_KEY_ID}; {@code
     * AWS_WEB_IDENTITY_TOKEN_FILE} with {@code AWS_ROLE_ARN}, and {@code AWS_ENDPOINT_URL_STS} for a server other than that of {@code AWS_REGION};
     * {@code AWS_CONTAINER_CREDENTIALS_FULL_URI} or {@code AWS_CONTAINER_CREDENTIALS_RELATIVE_URI}; and otherwise from the metadata of the
     * instance. They are replaced before they expire.
     */
    record OfMachine() implements S3Keys {}
}
