#ifndef CPREFETCH_H
#define CPREFETCH_H

// Asks the processor to fetch the memory at an address, and goes on without waiting for it. Nothing is read, so that
// any address is allowed.
static inline void prefetch(const void *address) { __builtin_prefetch(address); }

#endif
