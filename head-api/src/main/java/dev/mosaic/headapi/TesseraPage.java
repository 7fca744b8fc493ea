package dev.mosaic.headapi;

import java.util.List;

/**
 * The declared tesserae of a head, as {@link HeadHttp#TESSERAE} gives them.
 *
 * @param epoch of the head: another one has to be told what is declared
 */
public record TesseraPage(long epoch, List<TesseraState> tesserae) {
    public TesseraPage {
        tesserae = tesserae == null ? List.of() : List.copyOf(tesserae);
    }
}
