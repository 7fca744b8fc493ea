package dev.mosaic.image;

/** An image cannot be made, and why. */
final class ImageException extends Exception {
    ImageException(String message) {
        super(message);
    }

    ImageException(String message, Throwable cause) {
        super(message, cause);
    }
}
