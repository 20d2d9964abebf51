import * as z from 'zod/mini';
import type { ApiKeyScope } from './shared/key-scopes.ts';
import type { Permission } from './shared/roles.ts';

/** Prefix of every call except branding and authentication. */
export const PORTAL = '/v1/portal';

/** The callers: everyone, every signed-in account, or accounts with a permission (`roles.ts`). */
export type Who = 'public' | 'signedIn' | Permission;

export type Endpoint<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The path, with `:name` for a parameter; a custom verb's colon follows a word (`/sms:compose`).
   */
  readonly path: string;
  readonly who: Who;
  /** One object: the path's parameters, the query of a GET or DELETE, the body of other methods. */
  readonly input: I;
  readonly output: O;
  readonly summary: string;
  /**
   * The API key scope with which customers' software calls it instead of a person; `who` limits the
   * accounts. Always for the key's own account.
   */
  readonly key?: ApiKeyScope;
  /**
   * Moves units, sends, or starts work that must not repeat: takes an `Idempotency-Key`, and a replay returns
   * the first answer. `optional` allows leaving it out.
   */
  readonly idempotent?: true | 'optional';
  /** Allows a body of 8 MiB instead of 1. */
  readonly largeBody?: true;
  /**
   * The body is multipart with one field `file`, streamed to the handler; several such fields
   * follow one another.
   */
  readonly upload?: true | 'several';
  /** The body comes from a third party; unknown fields are allowed. */
  readonly foreign?: true;
  /** The answer is a file, streamed; `output` is not used. */
  readonly download?: true;
  /** For the account itself; refused to accounts that act for it. */
  readonly personal?: true;
  /**
   * Refused with STEP_UP_REQUIRED unless the session had a step-up within the last 5 minutes
   * (`step-up.ts`). Always `personal` too, because nobody can prove another person's identity.
   */
  readonly stepUp?: true;
  /** May sign somebody in: reads and sets the device cookie, so the browser sends cookies along. */
  readonly signsIn?: true;
  /** Allowed while an account still has to set up an authenticator app or a passkey. */
  readonly whileEnrolling?: true;
  /** Its access token may have expired, as long as it is the newest of a session that goes on. */
  readonly allowsExpiredToken?: true;
  /** The access token may also come as `?token=`, for images and downloads that a page links to. */
  readonly tokenInQuery?: true;
};

export type Input<E extends Endpoint> = z.input<E['input']>;
export type Parsed<E extends Endpoint> = z.output<E['input']>;
export type Output<E extends Endpoint> = z.output<E['output']>;

/**
 * Defines one call of the product, once. Server, browser, API document and access tests read it.
 */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** The parts of a path: literal text and parameters, where `sms:compose` is literal and `/:id` is not. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\/:([a-zA-Z]+)/g)].map((match) => match[1]!);
}

/** Inserts the parameters of `input` into the path. @returns the path, and the rest of the input */
export function fillPath(
  path: string,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const filled = path.replace(/\/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return `/${encodeURIComponent(String(value))}`;
  });
  return { path: filled, rest };
}

// ---- fields shared by many contracts ----

export const id = z.uuid();
/** The end of the year 9999, the last that databases and calendars agree on. */
const LAST_TIMESTAMP = 253_402_300_799;
/** Seconds since the epoch, UTC; fractions allowed. */
export const timestamp = z.number().check(z.minimum(0), z.maximum(LAST_TIMESTAMP));
/** Units as a JSON number with at most four decimals. */
export const units = z.number();
export const nothing = z.object({});
export const done = z.object({ ok: z.literal(true) });

/** A phone number as people write it; the server converts it to E.164. */
export const phone = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

/** A query value that may be repeated: none, one or several become an array, of `most` at most. */
export function many<T extends z.ZodMiniType>(item: T, most?: number) {
  return z.optional(
    z.pipe(
      z.transform((value: unknown) =>
        Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value],
      ),
      most === undefined ? z.array(item) : z.array(item).check(z.maxLength(most)),
    ),
  );
}

/** A number in a query string. */
export const numeric = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' && value.trim() !== '' ? Number(value) : value,
  ),
  z.number(),
);

/** A time in a query string. */
export const numericTimestamp = z.pipe(numeric, timestamp);

/** A boolean in a query string. */
export const flag = z.pipe(
  z.transform((value: unknown) => (value === 'true' ? true : value === 'false' ? false : value)),
  z.boolean(),
);

/** The input of every list: an empty token is the first page. */
export const page = {
  pageSize: z._default(
    z.pipe(
      z.transform((value: unknown) => (typeof value === 'string' ? Number(value) : value)),
      z.int().check(z.minimum(1), z.maximum(200)),
    ),
    10,
  ),
  pageToken: z._default(z.string().check(z.maxLength(2000)), ''),
};

/** The output of every list, with its items under their own name. */
export function listOf<K extends string, T extends z.ZodMiniType>(name: K, item: T) {
  return z.object({
    [name]: z.array(item),
    collectionCount: z.int(),
    collectionCountIsLowerBound: z.optional(z.boolean()),
    nextPageToken: z.string(),
  } as { [P in K]: z.ZodMiniArray<T> } & {
    collectionCount: typeof z.int extends () => infer R ? R : never;
    collectionCountIsLowerBound: z.ZodMiniOptional<z.ZodMiniBoolean>;
    nextPageToken: z.ZodMiniString;
  });
}
