// Sections, batches and differences are part of this module's own interface.
@_exported public import ListDiffing
