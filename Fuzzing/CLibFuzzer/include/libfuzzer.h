#ifndef LIBFUZZER_H
#define LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of a command line; see llvm/docs/LibFuzzer.rst.
int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));

#endif
