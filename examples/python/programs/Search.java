// The best of 60 support vector machines by cross-validation. Python: scikit-learn's RandomizedSearchCV with joblib on Ray.
//DEPS tw.edu.ntu.csie:libsvm:3.35
import dev.mosaic.Mosaic;
import dev.mosaic.parallel.Pool;
import dev.mosaic.parallel.RandomStreams;
import java.util.random.RandomGenerator;
import libsvm.svm;
import libsvm.svm_node;
import libsvm.svm_parameter;
import libsvm.svm_problem;

record Trial(double c, double gamma, double tolerance) {
    static Trial random(int number) {
        RandomGenerator random = new RandomStreams(1).at(number);
        return new Trial(power(random, -6, 6), power(random, -8, 8), power(random, -4, -1));
    }

    private static double power(RandomGenerator random, double least, double most) {
        return Math.pow(10, random.nextDouble(least, most));
    }

    double accuracy(svm_problem data) {
        var parameter = new svm_parameter();
        parameter.svm_type = svm_parameter.C_SVC;
        parameter.kernel_type = svm_parameter.RBF;
        parameter.C = c;
        parameter.gamma = gamma;
        parameter.eps = tolerance;
        parameter.cache_size = 100;
        svm.rand.setSeed(0);
        svm.svm_set_print_string_function(line -> {});
        double[] predicted = new double[data.l];
        svm.svm_cross_validation(data, parameter, 5, predicted);
        return IntStream.range(0, data.l).filter(i -> predicted[i] == data.y[i]).count() / (double) data.l;
    }
}

/** Points in two rings, one around the other. */
static svm_problem rings() {
    RandomGenerator random = new RandomStreams(2).at(0);
    var data = new svm_problem();
    data.l = 400;
    data.x = new svm_node[data.l][];
    data.y = new double[data.l];
    for (int i = 0; i < data.l; i++) {
        data.y[i] = i % 2;
        double radius = 1 + i % 2 + random.nextGaussian() / 5;
        double angle = random.nextDouble(2 * Math.PI);
        data.x[i] = new svm_node[] {node(1, radius * Math.cos(angle)), node(2, radius * Math.sin(angle))};
    }
    return data;
}

static svm_node node(int index, double value) {
    var node = new svm_node();
    node.index = index;
    node.value = value;
    return node;
}

void main() {
    List<Trial> trials = IntStream.range(0, 60).mapToObj(Trial::random).toList();
    try (var mosaic = Mosaic.start(2);
            Pool<svm_problem> pool = Pool.with(mosaic, () -> rings(), options -> options.workers(2))) {
        List<Double> accuracies = pool.mapWith(trials, (data, trial) -> trial.accuracy(data));
        double best = Collections.max(accuracies);
        IO.println("Best: " + best + " by " + trials.get(accuracies.indexOf(best)));
    }
}
