import * as z from 'zod/mini';
import type { JsonSchema } from './types.ts';

/** The body of an input: its fields without the path parameters. */
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

/** Converts a schema to JSON Schema, with its named parts moved to `named` and referenced. */
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
      // A default around a type conversion is lost in the input schema.
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
  // The fields of an input become parameters, so its own schema is not named.
  const target = own.$ref?.split('/').at(-1);
  return !refer && target !== undefined ? named[target]! : own;
}

/** Moves `$defs` of one schema to the document's components. */
function pointed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as T;
}
