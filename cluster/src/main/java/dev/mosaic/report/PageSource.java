package dev.mosaic.report;

/** Answers the questions of {@link dev.mosaic.headapi.HeadHttp}: a cluster. */
@FunctionalInterface
public interface PageSource {
    /**
     * What is at that path.
     *
     * @throws RuntimeException where there is no answer, or none of that type
     */
    <T> T page(String path, Class<T> type);
}
