import type { Reach } from '../../../contract/shared/roles.ts';

declare const made: unique symbol;

/**
 * The clients whose rows a piece of work may access. Only this file creates one, from a session
 * (`http.ts`) or for the system's own work. Every store function that reads clients' rows takes it,
 * and `db.ts` sets it on the transaction, where row-level security is the second barrier.
 */
export type Scope = {
  readonly reach: Reach;
  readonly clientId: string;
  /** The client's place in the tree; descendants' paths start with it. */
  readonly path: string;
  readonly [made]: true;
};

/** The scope of a signed-in client for a permission of the given reach. */
export function scopeOf(client: { clientId: string; path: string }, reach: Reach): Scope {
  return { reach, clientId: client.clientId, path: client.path } as Scope;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** Everything: for sign-in, background work and the gateway, never for an answer to a person. */
export function systemScope(): Scope {
  return { reach: 'all', clientId: nobody, path: '' } as Scope;
}

/** The same client, limited to its own rows. */
export function ownScope(scope: Scope): Scope {
  return { ...scope, reach: 'own' } as Scope;
}
