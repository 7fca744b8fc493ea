package program;

/** Two outputs. */
public record Pair(String left, int right) {}
