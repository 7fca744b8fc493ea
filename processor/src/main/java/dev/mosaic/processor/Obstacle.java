package dev.mosaic.processor;

/** Why a value of some type cannot go to another process, and what to do. */
record Obstacle(String what, String remedy) {}
