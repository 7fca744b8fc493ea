/* libzmq as its users drive it from C, for benchmarks/run: the same two processes, workloads and lines as
 * dev.mosaic.benchmarks.Side, so that no binding stands between libzmq and its figures. A ROUTER serves, a DEALER
 * drives. The thread of main() receives; libzmq's own I/O thread hands over to it.
 *
 *     zmqbench serve|drive libzmq TRANSPORT WORKLOAD ROUND CPUS WARM_MS:SAMPLE_MS:SAMPLES ENDPOINT
 *
 * Build: cc -O2 -pthread zmqbench.c -lzmq */
#define _GNU_SOURCE
#include <endian.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { SMALL = 100, BULK = 10000000, PAGE = 4096, AT_ONCE = 4, MOST_SAMPLES = 64, MOST_TRIPS = 1 << 20 };
/* Of small messages: the best of 1,000 (the default), 10,000 and 100,000 for its own rate here. */
enum { SMALL_MARK = 10000, BULK_MARK = 4 };

static const char *transport, *workload, *round_number, *cpus;
static int warm_ms, sample_ms, samples;
static int is_bulk, is_round_trip;
static _Atomic uint64_t count; /* Written by one thread. */

static void check(int right, const char *what) {
  if (!right) {
    fprintf(stderr, "message %llu: %s (%s)\n", (unsigned long long)count, what, zmq_strerror(zmq_errno()));
    exit(1);
  }
}

static void counted(void) {
  atomic_store_explicit(&count, atomic_load_explicit(&count, memory_order_relaxed) + 1, memory_order_relaxed);
}

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void wait_until(int64_t ns) {
  struct timespec t = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, 0)) {
  }
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_line(const char *label, const char *unit, const char *better, const double *v, int n) {
  double s[MOST_SAMPLES], load = -1;
  memcpy(s, v, n * sizeof *v);
  qsort(s, n, sizeof *s, by_value);
  getloadavg(&load, 1);
  int major, minor, patch;
  zmq_version(&major, &minor, &patch);
  printf("{\"peer\": \"libzmq\", \"transport\": \"%s\", \"workload\": \"%s\", \"value\": %.4f, \"unit\": \"%s\", "
         "\"reps\": %d, \"better\": \"%s\", \"samples\": [",
         transport, label, n % 2 ? s[n / 2] : (s[n / 2 - 1] + s[n / 2]) / 2, unit, n, better);
  for (int i = 0; i < n; i++) printf("%s%.4f", i ? ", " : "", v[i]);
  printf("], \"round\": %s, \"cpus\": \"%s\", \"load1\": %.4f, \"note\": \"libzmq %d.%d.%d from C, ROUTER/DEALER, "
         "high-water mark %d\"}\n",
         round_number, cpus, load, major, minor, patch, is_bulk ? BULK_MARK : SMALL_MARK);
  fflush(stdout);
}

static void *watch(void *unused) {
  (void)unused;
  while (!count) wait_until(now_ns() + 1000000);
  int64_t begin = now_ns() + warm_ms * 1000000LL;
  wait_until(begin);
  double v[MOST_SAMPLES];
  uint64_t c = count;
  int64_t t = now_ns();
  for (int i = 0; i < samples; i++) {
    wait_until(begin + (i + 1) * (sample_ms * 1000000LL));
    uint64_t c2 = count;
    int64_t t2 = now_ns();
    double per_second = (c2 - c) * 1e9 / (t2 - t);
    v[i] = is_bulk ? per_second * BULK / 1e9 : per_second;
    c = c2;
    t = t2;
  }
  if (!is_round_trip) print_line(workload, is_bulk ? "GB/s" : "messages/s", "higher", v, samples);
  printf("done\n");
  fflush(stdout);
  return 0;
}

static void *open_socket(int type) {
  void *socket = zmq_socket(zmq_ctx_new(), type);
  int mark = is_bulk ? BULK_MARK : SMALL_MARK;
  check(socket && !zmq_setsockopt(socket, ZMQ_SNDHWM, &mark, sizeof mark) &&
            !zmq_setsockopt(socket, ZMQ_RCVHWM, &mark, sizeof mark),
        "socket");
  return socket;
}

static void receive(void *socket, zmq_msg_t *m) {
  check(!zmq_msg_init(m) && zmq_msg_recv(m, socket, 0) >= 0, "receive");
}

static void check_content(zmq_msg_t *m) {
  const char *data = zmq_msg_data(m);
  if (is_bulk) {
    int sum = 0;
    check(zmq_msg_size(m) == BULK, "wrong size");
    for (size_t at = 0; at < BULK; at += PAGE) sum += ((const volatile char *)data)[at];
    check(!sum, "wrong content");
  } else {
    uint64_t number;
    check(zmq_msg_size(m) == SMALL, "wrong size");
    memcpy(&number, data, sizeof number);
    check(be64toh(number) == atomic_load_explicit(&count, memory_order_relaxed), "wrong number");
  }
}

static void serve(const char *endpoint) {
  void *socket = open_socket(ZMQ_ROUTER);
  check(!zmq_bind(socket, endpoint), "bind");
  char reachable[256];
  size_t n = sizeof reachable;
  check(!zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, reachable, &n), "endpoint");
  printf("ready %s\n", reachable);
  fflush(stdout);
  while (1) {
    zmq_msg_t sender, m;
    receive(socket, &sender);
    receive(socket, &m);
    check_content(&m);
    counted();
    if (is_round_trip) {
      check(zmq_msg_send(&sender, socket, ZMQ_SNDMORE) >= 0 && zmq_msg_send(&m, socket, 0) >= 0, "answer");
    } else {
      zmq_msg_close(&sender);
      zmq_msg_close(&m);
    }
  }
}

static void ask(void *socket) {
  char question[SMALL] = {0};
  uint64_t number = htobe64(count);
  zmq_msg_t answer;
  memcpy(question, &number, sizeof number);
  check(zmq_send(socket, question, SMALL, 0) == SMALL, "ask");
  receive(socket, &answer);
  check_content(&answer);
  zmq_msg_close(&answer);
  counted();
}

static double trips[MOST_TRIPS];

static int ask_until(void *socket, int64_t end, int at) {
  for (int64_t t = now_ns(); t < end;) {
    ask(socket);
    int64_t t2 = now_ns();
    if (at < MOST_TRIPS) trips[at++] = (t2 - t) / 1e3;
    t = t2;
  }
  return at;
}

static void drive_round_trips(void *socket) {
  ask_until(socket, now_ns() + warm_ms * 1000000LL, 0);
  int ends[MOST_SAMPLES], at = 0;
  for (int i = 0; i < samples; i++) ends[i] = at = ask_until(socket, now_ns() + sample_ms * 1000000LL, at);
  double medians[MOST_SAMPLES];
  for (int i = 0; i < samples; i++) {
    int from = i ? ends[i - 1] : 0, n = ends[i] - from;
    qsort(trips + from, n, sizeof *trips, by_value);
    medians[i] = trips[from + n / 2];
  }
  qsort(trips, at, sizeof *trips, by_value);
  print_line("round_trip", "us", "lower", medians, samples);
  print_line("round_trip_p99", "us", "lower", &trips[(int64_t)at * 99 / 100], 1);
  printf("done\n");
  fflush(stdout);
  while (1) ask(socket);
}

static sem_t sendable;

static void sent(void *data, void *hint) {
  (void)data;
  (void)hint;
  sem_post(&sendable);
}

static void drive_bulk(void *socket) {
  char *messages[AT_ONCE];
  for (int i = 0; i < AT_ONCE; i++) {
    messages[i] = calloc(1, BULK);
    /* Written to, or all pages of it would be one page of zeroes. */
    for (size_t at = 0; at < BULK; at += PAGE) ((volatile char *)messages[i])[at] = 0;
  }
  sem_init(&sendable, 0, AT_ONCE);
  for (int i = 0;; i++) {
    zmq_msg_t m;
    sem_wait(&sendable);
    check(!zmq_msg_init_data(&m, messages[i % AT_ONCE], BULK, sent, 0) && zmq_msg_send(&m, socket, 0) == BULK, "send");
  }
}

static void drive_small(void *socket) {
  char message[SMALL] = {0};
  for (uint64_t i = 0;; i++) {
    uint64_t number = htobe64(i);
    memcpy(message, &number, sizeof number);
    check(zmq_send(socket, message, SMALL, 0) == SMALL, "send");
  }
}

int main(int argc, char **argv) {
  if (argc != 9) {
    fprintf(stderr, "usage: zmqbench serve|drive libzmq TRANSPORT WORKLOAD ROUND CPUS WINDOW ENDPOINT\n");
    return 2;
  }
  transport = argv[3];
  workload = argv[4];
  round_number = argv[5];
  cpus = argv[6];
  if (sscanf(argv[7], "%d:%d:%d", &warm_ms, &sample_ms, &samples) != 3 || samples > MOST_SAMPLES) return 2;
  is_bulk = !strcmp(workload, "bulk_10mb");
  is_round_trip = !strcmp(workload, "round_trip");
  pthread_t watching;
  if (!strcmp(argv[1], "serve")) {
    pthread_create(&watching, 0, watch, 0);
    serve(argv[8]);
  }
  void *socket = open_socket(ZMQ_DEALER);
  check(!zmq_connect(socket, argv[8]), "connect");
  if (is_round_trip) drive_round_trips(socket);
  printf("done\n"); /* It has no figure of its own. */
  fflush(stdout);
  if (is_bulk) drive_bulk(socket);
  drive_small(socket);
}
