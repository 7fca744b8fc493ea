// A hundred numbers, incremented and summed: one after another, then as a tree. Python: Ray.
import dev.mosaic.Mosaic;
import dev.mosaic.Reduction;
import dev.mosaic.Task;

static int increment(int x) {
    return x + 1;
}

void main() {
    List<Integer> numbers = IntStream.range(0, 100).boxed().toList();
    int expected = numbers.stream().map(x -> increment(x)).reduce(0, Integer::sum);
    IO.println("Here: " + expected);
    try (var mosaic = Mosaic.start(2)) {
        List<Task<Integer>> incremented = mosaic.map(numbers, x -> increment(x));
        Task<Integer> sum = incremented.getFirst();
        for (Task<Integer> next : incremented.subList(1, 100)) {
            sum = mosaic.submit(Integer::sum, sum, next);
        }
        IO.println("One after another: " + sum.result());
        IO.println("As a tree: " + Reduction.pairwise(Integer::sum).of(incremented).result());
    }
}
