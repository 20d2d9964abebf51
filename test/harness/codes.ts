// The code of an open one-time token, found as nobody outside could: with the key, by trying all of them.
import { createHmac } from 'node:crypto';
import { hashOf } from '../../src/server/core/auth/sessions/session-tokens.ts';
import type { TestDatabase } from './database.ts';

export async function codeOfToken(db: TestDatabase, key: Buffer, token: string): Promise<string> {
  const [row] = await db.query<{ id: string; code_hash: Buffer }>(
    'select id, code_hash from one_time_token where token_hash = $1',
    [hashOf(token)],
  );
  for (let code = 0; code < 1_000_000; code++) {
    const written = String(code).padStart(6, '0');
    if (createHmac('sha256', key).update(`${row!.id}:${written}`).digest().equals(row!.code_hash))
      return written;
  }
  throw new Error('no code opens this one-time token');
}
