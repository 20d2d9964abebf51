import * as z from 'zod/mini';

type Inner<T extends z.ZodMiniType> =
  T extends z.ZodMiniDefault<infer Bare extends z.ZodMiniType>
    ? Bare
    : T extends z.ZodMiniOptional<infer Bare extends z.ZodMiniType>
      ? Bare
      : T;
type Change<T extends z.ZodMiniType> = z.ZodMiniOptional<z.ZodMiniNullable<Inner<T>>>;

/** The input of a change: only given fields change, and null restores the default. */
export function changes<S extends Record<string, z.ZodMiniType>>(
  shape: S,
): { [K in keyof S]: Change<S[K]> } {
  const inner = (schema: z.ZodMiniType) =>
    schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniOptional
      ? schema.def.innerType
      : schema;
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      z.optional(z.nullable(inner(schema) as z.ZodMiniType)),
    ]),
  ) as { [K in keyof S]: Change<S[K]> };
}
