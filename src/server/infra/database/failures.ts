// Failures of the connection, distinguished from failures of a statement.

/**
 * The server cannot be reached, does not accept writes, has no disk space left, or went away. No transaction was committed;
 * only a single statement may have been.
 */
export class DatabaseAway extends Error {
  /** The server answers but accepts no writes. */
  readonly readOnly: boolean;

  constructor(cause: unknown) {
    super(
      `the database is away: ${cause instanceof Error ? cause.message || String((cause as { code?: string }).code) : String(cause)}`,
      { cause },
    );
    this.name = 'DatabaseAway';
    this.readOnly = (cause as { code?: string }).code === READ_ONLY;
  }
}

/**
 * The connection broke during the commit, so its outcome is unknown. Only repeatable work may be
 * repeated.
 */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection broke at the commit', { cause });
    this.name = 'CommitUnknown';
  }
}

/** A commit that the server refused, for a constraint or another transaction, did not happen. */
export function commitFailure(error: unknown): unknown {
  return /^(23|40)...$/.test(String((error as { code?: string }).code))
    ? error
    : new CommitUnknown(error);
}

export const READ_ONLY = '25006';
/**
 * SQLSTATEs of connection failures, of a server that stops, starts or has no room, and of a
 * read-only one.
 */
const AWAY = /^(08...|57P0[1-5]|53300|25006)$/;
/** Node's socket error codes, in addition to the driver's. */
const SOCKET =
  /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN|NOTFOUND|AI_AGAIN)$/;

/** True if the connection failed and not the statement. */
export function isAway(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string };
  if (code === undefined)
    return /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout e|Query read timeout)/.test(
      message ?? '',
    );
  return AWAY.test(code) || SOCKET.test(code) || (code === 'ENOENT' && syscall === 'connect');
}

/** The statement found no space on the disk: its connection is well, and callers may try later. */
const DISK_FULL = '53100';

export const awayOr = (error: unknown): unknown =>
  isAway(error) || (error as { code?: string }).code === DISK_FULL
    ? new DatabaseAway(error)
    : error;

/**
 * All connections of the pool are in use, or the server has no more; another host would not help.
 */
export function isFull(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '53300' || message === 'timeout exceeded when trying to connect';
}
