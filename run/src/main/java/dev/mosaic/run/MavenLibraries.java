package dev.mosaic.run;

import dev.mosaic.StartException;
import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.installation.InstallRequest;
import org.eclipse.aether.installation.InstallationException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/**
 * Libraries from Maven repositories: Central, or what the settings in {@code ~/.m2} name in its place. They are kept in Maven's local
 * repository.
 */
final class MavenLibraries {
    /** {@code group:artifact:version}, then a classifier and a type. */
    private static final Pattern COORDINATES =
            Pattern.compile("([^:@]+):([^:@]+):([^:@]+)(?::([^:@]+))?(?:@([^:@]+))?");

    /** {@code artifact-version}, a classifier, and the type. */
    private static final Pattern FILE =
            Pattern.compile("([a-z-]+)-(\\d[\\w.]*(?:-SNAPSHOT)?)(?:-(sources|javadoc))?\\.(pom|jar)");

    private MavenLibraries() {}

    /** The files of these and of what they need at run time. Mosaic's own are left out: programs have them already. */
    static List<Path> files(List<String> coordinates) {
        return files(coordinates, ofUser());
    }

    static List<Path> files(List<String> coordinates, ContextOverrides.Builder settings) {
        List<Dependency> dependencies = new ArrayList<>();
        for (String each : coordinates) {
            Artifact artifact = artifact(each);
            if (!artifact.getGroupId().equals("dev.mosaic")) {
                dependencies.add(new Dependency(artifact, JavaScopes.RUNTIME));
            }
        }
        if (dependencies.isEmpty()) {
            return List.of();
        }
        try (Context maven = maven(settings)) {
            DefaultRepositorySystemSession session =
                    new DefaultRepositorySystemSession(maven.repositorySystemSession());
            session.setTransferListener(new Downloads());
            CollectRequest all = new CollectRequest(dependencies, List.of(), maven.remoteRepositories());
            DependencyRequest request =
                    new DependencyRequest(all, DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME));
            return maven.repositorySystem().resolveDependencies(session, request).getArtifactResults().stream()
                    .map(ArtifactResult::getArtifact)
                    .filter(each -> !each.getGroupId().equals("dev.mosaic"))
                    .map(each -> each.getFile().toPath())
                    .toList();
        } catch (DependencyResolutionException e) {
            throw new StartException(
                    "a library of //DEPS cannot be had: " + e.getMessage(),
                    "look at its coordinates, and at the repositories in ~/.m2/settings.xml; where a checksum is wrong,"
                            + " ask who runs that repository",
                    e);
        }
    }

    /**
     * Puts files of Mosaic's into the local repository, and gives its folder.
     *
     * @param files named as Maven names them
     */
    static Path install(List<Path> files) {
        InstallRequest all = new InstallRequest();
        for (Path each : files) {
            Matcher parts = FILE.matcher(each.getFileName().toString());
            if (!parts.matches()) {
                throw new StartException(each + " has no name of an artifact", "unpack the archive of Mosaic anew");
            }
            all.addArtifact(new DefaultArtifact(
                    "dev.mosaic", parts.group(1), parts.group(3), parts.group(4), parts.group(2), null, each.toFile()));
        }
        try (Context maven = maven(ofUser())) {
            maven.repositorySystem().install(maven.repositorySystemSession(), all);
            return maven.repositorySystemSession()
                    .getLocalRepository()
                    .getBasedir()
                    .toPath();
        } catch (InstallationException e) {
            throw new StartException(
                    "the local Maven repository cannot be written: " + e.getMessage(),
                    "see who may write to it, ~/.m2/repository unless the settings name another",
                    e);
        }
    }

    private static ContextOverrides.Builder ofUser() {
        return ContextOverrides.create().withUserSettings(true);
    }

    /** What a repository gives with a wrong checksum, or with none, is not run. */
    private static Context maven(ContextOverrides.Builder settings) {
        return Runtimes.INSTANCE
                .getRuntime()
                .create(settings.checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
                        .build());
    }

    private static Artifact artifact(String coordinates) {
        Matcher parts = COORDINATES.matcher(coordinates);
        if (!parts.matches() || "pom".equals(parts.group(5))) {
            throw new StartException(
                    "//DEPS " + coordinates + " names no library",
                    "write group:artifact:version, or group:artifact:version:classifier");
        }
        return new DefaultArtifact(
                parts.group(1),
                parts.group(2),
                parts.group(4),
                parts.group(5) == null ? "jar" : parts.group(5),
                parts.group(3));
    }

    /** Says what is loaded. */
    private static final class Downloads extends AbstractTransferListener {
        @Override
        public void transferInitiated(TransferEvent event) {
            String name = event.getResource().getResourceName();
            if (name.endsWith(".jar")) {
                System.err.println("mosaic: loads " + name.substring(name.lastIndexOf('/') + 1));
            }
        }
    }
}
