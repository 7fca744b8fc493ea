package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnatomyTest {
    @TempDir
    private Path folder;

    @Test
    void shouldGiveEachKindOfMatterItsSpeed() throws IOException {
        image("t1", 0, 200, 200, 100);
        image("gm", 0, 255, 0, 51);
        image("wm", 0, 0, 255, 51);
        Anatomy anatomy = Anatomy.read(folder);
        assertThat(anatomy.map().width()).isEqualTo(4);
        assertThat(anatomy.map().step()).isEqualTo(1e-3f);
        assertThat(anatomy.map().speeds()).containsExactly(1500, 1540, 1575, 1523);
        assertThat(anatomy.head()).containsExactly(false, true, true, true);
    }

    @Test
    void shouldReadTheBrain() throws IOException {
        Anatomy anatomy = Anatomy.read(Slice.FOLDER);
        assertThat(anatomy.map().width()).isEqualTo(197);
        assertThat(anatomy.map().height()).isEqualTo(233);
        int head = 0;
        for (int i = 0; i < anatomy.head().length; i++) {
            assertThat(anatomy.map().speeds()[i]).isBetween(1500f, 1576f);
            head += anatomy.head()[i] ? 1 : 0;
        }
        assertThat(head / 100.0).as("area of the slice in cm^2").isCloseTo(190, within(25.0));
    }

    @Test
    void shouldRefuseImagesThatDoNotFit() throws IOException {
        image("t1", 0, 1);
        image("gm", 0, 1);
        image("wm", 0, 1, 2);
        assertThatThrownBy(() -> Anatomy.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("differ in size");
        Files.writeString(folder.resolve("wm.png"), "no image");
        assertThatThrownBy(() -> Anatomy.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is no image");
    }

    @Test
    void shouldMeasureErrorsFromZeroForTheTruthToOneForWater() throws IOException {
        Anatomy anatomy = Anatomy.read(Slice.FOLDER);
        SpeedMap truth = anatomy.map();
        assertThat(ErrorNorm.of(truth, anatomy)).isZero();
        assertThat(ErrorNorm.of(SpeedMap.water(truth.width(), truth.height(), truth.step()), anatomy))
                .isEqualTo(1);
        float[] halfway = truth.speeds().clone();
        for (int i = 0; i < halfway.length; i++) {
            halfway[i] = (halfway[i] + SpeedMap.WATER) / 2;
        }
        assertThat(ErrorNorm.of(truth.with(halfway), anatomy)).isCloseTo(0.5, within(1e-6));
    }

    private void image(String name, int... greys) throws IOException {
        BufferedImage image = new BufferedImage(greys.length, 1, BufferedImage.TYPE_BYTE_GRAY);
        for (int i = 0; i < greys.length; i++) {
            image.getRaster().setSample(i, 0, 0, greys[i]);
        }
        ImageIO.write(image, "png", folder.resolve(name + ".png").toFile());
    }
}
