import type * as z from 'zod/mini';
import type { Endpoint, Input, Output } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import type { Parameter } from './types.ts';

/** The documentation of a call beyond its definition; the definition's types check the examples. */
export type Story<E extends Endpoint = Endpoint> = {
  tag: string;
  /** A short title for the table of contents. */
  title: string;
  /** Paragraphs, with `code` in backticks; the call's summary precedes them. */
  description: string;
  /** Complete inputs, path and query included; the first is shown first. */
  requests: Readonly<Record<string, { summary: string; value: Input<E> }>>;
  responses: Readonly<Record<string, { summary: string; value: Output<E> }>>;
  /** Meanings of fields that differ from those elsewhere, by name. */
  fields?: Readonly<Record<string, string>>;
  /**
   * Its own errors in addition to those of every call, in the order in which a caller meets them.
   */
  errors: readonly ErrorCode[];
};

/** One call in the document. */
export type Told = {
  readonly operationId: string;
  readonly endpoint: Endpoint;
  readonly story: Story;
};

/** One kind of event sent to a customer's address. */
export type ToldEvent = {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly payload: z.ZodMiniType;
  readonly example: unknown;
  readonly headers: readonly Parameter[];
};
