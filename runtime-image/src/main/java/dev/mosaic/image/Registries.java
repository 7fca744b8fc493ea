package dev.mosaic.image;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import java.io.IOException;
import java.nio.file.Path;

/** Registries of images: what a tar's image is called there, and how it gets there. */
final class Registries {
    private Registries() {}

    /**
     * What names the image of a tar in each registry: {@code sha256:} and its digits.
     *
     * @param copy is written, and holds the same image
     */
    static String digest(Path tar, Path copy) throws ImageException, InterruptedException {
        try {
            TarImage target = TarImage.at(copy).named("mosaic/copy");
            return Tar.make(same(tar), Containerizer.to(target).setOfflineMode(true), copy);
        } catch (IOException | InvalidImageReferenceException e) {
            throw new ImageException("the digest of " + tar + " cannot be computed: " + e.getMessage(), e);
        }
    }

    /**
     * Sends the image of a tar to a registry, as the user whom {@code docker login} has made known there, and gives its digest. A registry on the
     * loopback may speak plain http.
     */
    static String push(Path tar, String name) throws ImageException, InterruptedException {
        try {
            ImageReference reference = ImageReference.parse(name);
            RegistryImage target = RegistryImage.named(reference)
                    .addCredentialRetriever(CredentialRetrieverFactory.forImage(reference, event -> {})
                            .dockerConfig());
            String registry = reference.getRegistry();
            boolean isLoopback = registry.startsWith("localhost:") || registry.startsWith("127.0.0.1:");
            return Tar.make(same(tar), Containerizer.to(target).setAllowInsecureRegistries(isLoopback), tar);
        } catch (IOException | InvalidImageReferenceException e) {
            throw new ImageException(name + " cannot be pushed: " + e.getMessage(), e);
        }
    }

    private static JibContainerBuilder same(Path tar) throws InvalidImageReferenceException {
        return Jib.from(TarImage.at(tar)).setFormat(ImageFormat.Docker).setCreationTime(Layout.TIME);
    }
}
