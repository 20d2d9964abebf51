import type { Endpoint, Input, Output } from '../../contract/endpoint.ts';

/** The input that a preview and the entries after it take alike. */
export type EntriesInput<P extends Endpoint, E extends Endpoint> = Input<P> & Input<E>;
/** The rows that a preview or the entries after it give. */
export type EntriesOutput<P extends Endpoint, E extends Endpoint> = Output<P> | Output<E>;
