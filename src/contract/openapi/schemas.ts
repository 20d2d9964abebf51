import * as z from 'zod/mini';
import type { JsonSchema } from './types.ts';

/** The body's part of an input, which lacks what stands in the path. */
export function withoutNamed(
  schema: JsonSchema,
  named: ReadonlySet<string>,
): JsonSchema | undefined {
  if (!schema.properties) return schema;
  const properties = Object.fromEntries(
    Object.entries(schema.properties).filter(([name]) => !named.has(name)),
  );
  if (Object.keys(properties).length === 0 && named.size > 0) return undefined;
  const required = (schema.required ?? []).filter((name) => !named.has(name));
  const { required: _all, ...rest } = schema;
  return { ...rest, properties, ...(required.length > 0 && { required }) };
}

/** A schema as JSON Schema, its named parts moved to `named` and referred to there. */
export function schemaOf(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  named: Record<string, JsonSchema>,
  words: Readonly<Record<string, string>>,
  refer = true,
): JsonSchema {
  const whole = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const def = zodSchema._zod.def as { type: string; defaultValue?: unknown };
      // A preset that stands around a change of type is lost on the way in.
      if (def.type === 'default' && io === 'input') jsonSchema.default = def.defaultValue;
      for (const [name, field] of Object.entries((jsonSchema as JsonSchema).properties ?? {}))
        if (words[name] !== undefined) field.description ??= words[name];
      if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Fields added later must not break clients that validate answers.
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  }) as JsonSchema & { $schema?: string; $defs?: Record<string, JsonSchema>; id?: string };
  const { $schema: _dialect, $defs: parts = {}, id: _id, ...own } = pointed(whole);
  for (const [name, part] of Object.entries(parts)) {
    const { id: _own, ...rest } = part as JsonSchema & { id?: string };
    named[name] ??= rest;
  }
  // An input's own fields become parameters, so that it is wanted as it is.
  const target = own.$ref?.split('/').at(-1);
  return !refer && target !== undefined ? named[target]! : own;
}

/** `$defs` of one schema are the document's components. */
function pointed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as T;
}
