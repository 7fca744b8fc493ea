#!/usr/bin/env python3
"""Writes a text of so many bytes, words by Zipf's law out of 50,000, the same each time: words.py FILE BYTES. Prints how many words it has."""

import sys

import numpy as np

path, size = sys.argv[1], int(float(sys.argv[2]))
random = np.random.default_rng(1)
letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
vocabulary = np.array(["".join(random.choice(letters, length)) for length in random.integers(2, 11, 50_000)])
weights = 1 / np.arange(1, len(vocabulary) + 1)
weights /= weights.sum()
written = count = 0
with open(path, "w") as file:
    while written < size:
        words = random.choice(vocabulary, 120_000, p=weights)
        text = "\n".join(" ".join(words[i:i + 12]) for i in range(0, len(words), 12)) + "\n"
        file.write(text)
        written += len(text)
        count += len(words)
print(count)
