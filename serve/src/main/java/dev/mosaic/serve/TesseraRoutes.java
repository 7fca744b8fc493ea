package dev.mosaic.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mosaic.MosaicException;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.http.Json;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.http.Route;
import dev.mosaic.http.Scope;
import dev.mosaic.serve.call.Problem;
import dev.mosaic.serve.call.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is served of declared tesserae.
 *
 * <p><b>Threading:</b> as routes.
 */
final class TesseraRoutes {
    private static final int BODY_BYTES = 16 << 20;
    private static final int LONGEST_KEY = 200;
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(5);
    private static final Duration COALESCE = Duration.ofMillis(50);
    private static final Duration END_PATIENCE = Duration.ofSeconds(5);
    private static final Duration USUAL_LIMIT = Duration.ofMinutes(5);
    private static final Duration LONGEST_LIMIT = Duration.ofHours(1);
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final Pattern WAIT = Pattern.compile("\\bwait=([0-9]{1,5})\\b");

    private final ObjectMapper mapper = new ObjectMapper();
    private final Registry registry;
    private final Calls calls;

    TesseraRoutes(Registry registry, Calls calls) {
        this.registry = registry;
        this.calls = calls;
    }

    List<Route> all() {
        return List.of(
                new Route("GET", HeadHttp.TESSERAE, Scope.DEPLOY, this::list),
                new Route("PUT", HeadHttp.TESSERA, Scope.DEPLOY, BODY_BYTES, this::declare),
                new Route("GET", HeadHttp.TESSERA, Scope.CALL, this::state),
                new Route("DELETE", HeadHttp.TESSERA, Scope.DEPLOY, this::remove),
                new Route("GET", HeadHttp.TESSERA + "/openapi.json", Scope.CALL, this::describe),
                new Route("POST", HeadHttp.TESSERA + "/{method}", Scope.CALL, BODY_BYTES, this::call),
                new Route("GET", HeadHttp.CALL, Scope.CALL, this::outcome));
    }

    private Response list(Request request) {
        if (!request.query("watch").filter("true"::equals).isPresent()) {
            return Response.json(registry.all());
        }
        return Response.lines(sink -> {
            while (true) {
                long seen = registry.changes();
                sink.line(registry.all());
                registry.awaitChange(seen, SIGN_OF_LIFE);
                LockSupport.parkNanos(COALESCE.toNanos());
            }
        });
    }

    private Response declare(Request request) {
        String namespace = request.variable("namespace");
        String name = request.variable("name");
        if (!NAME.matcher(name).matches() || !NAME.matcher(namespace).matches()) {
            return problem(
                    Problem.of(Problem.Kind.DECLARATION, "a name has small letters, digits, '-' and '.', not " + name));
        }
        if (registry.isTaken(namespace, name)) {
            return problem(Problem.of(Problem.Kind.NAME_TAKEN, "name=" + name + " is declared in another namespace"));
        }
        try {
            registry.declare(namespace, name, request.json(Declaration.class).checked());
        } catch (Json.MalformedException | IllegalArgumentException | NullPointerException wrong) {
            return problem(Problem.of(Problem.Kind.DECLARATION, String.valueOf(wrong.getMessage())));
        }
        return state(request);
    }

    private Response state(Request request) {
        return declared(request).map(each -> Response.json(each.state())).orElseGet(() -> problem(unknown(request)));
    }

    private Response remove(Request request) throws InterruptedException {
        if (declared(request).isEmpty() && isSettling(request)) {
            return problem(unknown(request));
        }
        boolean isGone = registry.remove(request.variable("namespace"), request.variable("name"), END_PATIENCE);
        return Response.empty(isGone ? 204 : 202);
    }

    private Response describe(Request request) throws InterruptedException {
        Optional<DeclaredTessera> declared = declared(request);
        if (declared.isEmpty()) {
            return problem(unknown(request));
        }
        DeclaredTessera tessera = declared.get();
        return switch (tessera.await(tessera.declared().activation().timeout())) {
            case DeclaredTessera.NotThere(Problem why) -> problem(why);
            case DeclaredTessera.There(DeclaredTessera.Active active) -> described(tessera, active);
        };
    }

    private Response described(DeclaredTessera tessera, DeclaredTessera.Active active) throws InterruptedException {
        try {
            return Response.whole(
                    200,
                    "application/json",
                    located(tessera.openApi(active), tessera.state().address()));
        } catch (MosaicException notNow) {
            return problem(Problem.of(Problem.Kind.NOT_ACTIVE, String.valueOf(notNow.getMessage())));
        }
    }

    private String located(String openApi, String address) {
        try {
            ObjectNode document = mapper.readValue(openApi, ObjectNode.class);
            document.putArray("servers").addObject().put("url", address);
            return document.toString();
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a worker's description cannot be read", impossible);
        }
    }

    private Response call(Request request) throws InterruptedException {
        Optional<DeclaredTessera> declared = declared(request);
        if (declared.isEmpty()) {
            return problem(unknown(request));
        }
        String key = request.header("Idempotency-Key").orElse("").strip();
        if (key.length() > LONGEST_KEY) {
            return problem(Problem.of(
                    Problem.Kind.ARGUMENTS, "the Idempotency-Key is longer than " + LONGEST_KEY + " characters"));
        }
        String prefer = request.header("Prefer").orElse("");
        Invocation call = new Invocation(
                request.variable("method"),
                key,
                request.header("Mosaic-Stack").filter("true"::equals).isPresent(),
                request.body(),
                limit(prefer));
        if (prefer.contains("respond-async")) {
            return calls.callLater(declared.get(), call)
                    .map(id -> Response.empty(202).with("Location", HeadHttp.call(id)))
                    .orElseGet(
                            () -> problem(Problem.of(Problem.Kind.OVERLOADED, "too many calls have nobody who waits")));
        }
        return switch (calls.call(declared.get(), call)) {
            case Calls.Answered(Reply reply) -> response(reply);
            case Calls.Streams(DeclaredTessera.Active active) -> EventStream.of(active, call);
        };
    }

    private static Duration limit(String prefer) {
        Matcher matcher = WAIT.matcher(prefer);
        if (!matcher.find()) {
            return USUAL_LIMIT;
        }
        Duration wished = Duration.ofSeconds(Integer.parseInt(matcher.group(1)));
        return wished.compareTo(LONGEST_LIMIT) > 0 ? LONGEST_LIMIT : wished;
    }

    private Response outcome(Request request) {
        return calls.find(request.variable("id"))
                .map(look -> switch (look) {
                    case Outcomes.Ended(Reply reply) -> response(reply);
                    case Outcomes.Runs _ -> Response.empty(202).with("Retry-After", "1");
                })
                .orElseGet(() -> problem(Problem.of(
                        Problem.Kind.NO_CALL,
                        "call=" + request.variable("id") + " is not known to this head, or any more")));
    }

    private Optional<DeclaredTessera> declared(Request request) {
        return registry.find(request.variable("namespace"), request.variable("name"));
    }

    private boolean isSettling(Request request) {
        return registry.isSettling(request.variable("namespace"), request.variable("name"));
    }

    private Problem unknown(Request request) {
        String what = "tessera=" + request.variable("namespace") + "/" + request.variable("name") + " is not declared";
        return isSettling(request)
                ? Problem.of(Problem.Kind.SETTLING, what + " to this head yet; call again")
                : Problem.of(Problem.Kind.NO_TESSERA, what);
    }

    private static Response problem(Problem problem) {
        return response(problem.reply());
    }

    private static Response response(Reply reply) {
        Response response = Response.whole(
                reply.status(), reply.isProblem() ? "application/problem+json" : "application/json", reply.body());
        return reply.status() == 503 || reply.status() == 429 ? response.with("Retry-After", "1") : response;
    }
}
