// Solutions of 10,000 differential equations, as training data. Python: multiprocessing.Pool and scipy.integrate.RK45.
//DEPS org.hipparchus:hipparchus-ode:4.0.3
import dev.mosaic.Mosaic;
import dev.mosaic.parallel.Pool;
import dev.mosaic.parallel.RandomStreams;
import org.hipparchus.ode.ODEState;
import org.hipparchus.ode.ODEStateAndDerivative;
import org.hipparchus.ode.OrdinaryDifferentialEquation;
import org.hipparchus.ode.nonstiff.DormandPrince54Integrator;

static final int RUNS = 10_000;

record Point(double time, double[] values) {}

static class Equation implements OrdinaryDifferentialEquation {
    @Override
    public int getDimension() {
        return 10;
    }

    @Override
    public double[] computeDerivatives(double t, double[] x) {
        return Arrays.stream(x).map(each -> -each * t - each * each + Math.sin(each)).toArray();
    }
}

static List<Point> solution(int run) {
    List<Point> points = new ArrayList<>();
    var integrator = new DormandPrince54Integrator(1e-10, 10, 1e-6, 1e-3);
    integrator.addStepHandler(step -> points.add(point(step.getCurrentState())));
    double[] start = new RandomStreams(7).at(run).doubles(10).toArray();
    integrator.integrate(new Equation(), new ODEState(0, start), 10);
    return points;
}

static Point point(ODEStateAndDerivative state) {
    return new Point(state.getTime(), state.getPrimaryState());
}

void main() {
    try (var mosaic = Mosaic.start(2);
            var pool = Pool.of(mosaic, 2)) {
        List<List<Point>> solutions = pool.map(IntStream.range(0, RUNS).boxed().toList(), run -> solution(run));
        IO.println("Solutions: " + solutions.size());
        IO.println("Points: " + solutions.stream().mapToInt(List::size).sum());
    }
}
