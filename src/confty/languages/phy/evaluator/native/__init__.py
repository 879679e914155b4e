"""The native back end: the same linear code as LLVM, if there is a compiler for it."""
