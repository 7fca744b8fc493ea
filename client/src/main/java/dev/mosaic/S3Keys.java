package dev.mosaic;

import java.nio.file.Path;

/** Credentials for an S3 server. Their text has no secret. */
public sealed interface S3Keys {
    /**
     * Fixed credentials.
     *
     * @param accessKey the access key id
     * @param secretKey the secret access key
     * @param sessionToken what was given out with keys that do not last; empty for keys that last
     */
    record Fixed(String accessKey, String secretKey, String sessionToken) implements S3Keys {
        /** Keys that last. */
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
     * Keys in the files {@code accessKey} and {@code secretKey} of a folder, as a Secret that is mounted has them. They are read again
     * while the process runs, so that they can be replaced.
     */
    record InFolder(Path folder) implements S3Keys {}

    /**
     * Keys that do not last, which the machine or the pod is given for what it is. The environment says how, in the words of AWS: {@code
     * AWS_ACCESS_KEY_ID}; or {@code AWS_WEB_IDENTITY_TOKEN_FILE} with {@code AWS_ROLE_ARN}, and {@code AWS_ENDPOINT_URL_STS} where keys are
     * had from another server than that of {@code AWS_REGION}; or {@code AWS_CONTAINER_CREDENTIALS_FULL_URI} or {@code
     * AWS_CONTAINER_CREDENTIALS_RELATIVE_URI}. Where it says nothing, the metadata of the instance does. They are replaced before they
     * expire.
     */
    record OfMachine() implements S3Keys {}
}
