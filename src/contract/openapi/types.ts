// OpenAPI 3.1, as far as the document uses it.
import type { HttpDialect } from '../shared/http-dialects.ts';

/** JSON Schema 2020-12, as far as this document uses it. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
};
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
  style?: 'form';
  explode?: boolean;
};
export type Media = {
  schema: JsonSchema;
  examples?: Record<string, { summary?: string; value: unknown }>;
};
export type Response = {
  description: string;
  headers?: Record<string, { $ref: string } | { description: string; schema: JsonSchema }>;
  content?: Record<string, Media>;
};
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required: true; content: Record<string, Media> };
  responses: Record<string, Response>;
  security?: Record<string, string[]>[];
};
export type OpenApi = {
  openapi: '3.1.1';
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    securitySchemes: Record<string, { type: 'http'; scheme: 'bearer'; description: string }>;
  };
  /** Every error code and its remedy. */
  'x-errors': { code: string; status: number; meaning: string }[];
  /** Endings of numbers with a scripted outcome for a test key. */
  'x-sandbox-numbers': SandboxNumber[];
  /** Limits of a call or a key. */
  'x-limits': ApiLimits;
  /** The gateway's addresses for SMPP and for its HTTP dialects. */
  'x-gateway': {
    host: string;
    smppPort: number;
    smppTlsPort: number | null;
    httpPort: number;
    /** Each enabled HTTP dialect and its path. */ dialects: Partial<Record<HttpDialect, string>>;
  };
};
/** The result of a test message to a number with this ending: a status or an error code. */
export type SandboxNumber = {
  ending: string;
  status: string | null;
  error: string | null;
  meaning: string;
};
export type ApiLimits = {
  messagesPerRequest: number;
  recipientsPerCampaign: number;
  messagesPerSecond: number;
  callsPerSecond: number;
  bodyMegabytes: number;
  pageSize: number;
  idempotencyHours: number;
};
