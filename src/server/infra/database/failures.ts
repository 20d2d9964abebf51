// Failures of the connection, told apart from failures of a statement.

/**
 * The server cannot be reached, is not the one that takes writes, or went away: a transaction was not committed. Only a
 * statement by itself may have been.
 */
export class DatabaseAway extends Error {
  /** It answers, and takes no writes. */
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

/** The connection broke at the commit: whether what was done stands, nobody can tell from here. Only what can be repeated safely may be. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection broke at the commit', { cause });
    this.name = 'CommitUnknown';
  }
}

/** A commit that the server refused, for a constraint or for another's sake, did not happen. */
export function commitFailure(error: unknown): unknown {
  return /^(23|40)...$/.test(String((error as { code?: string }).code))
    ? error
    : new CommitUnknown(error);
}

export const READ_ONLY = '25006';
/** Classes of connection failures, of a server that stops or starts, or has no room, and of one that may not write. */
const AWAY = /^(08...|57P0[1-5]|53300|25006)$/;
/** Node's error codes of sockets, beside the driver's own. */
const SOCKET =
  /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN|NOTFOUND|AI_AGAIN)$/;

/** True when the connection failed and not the statement. */
export function isAway(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string };
  if (code === undefined)
    return /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout e|Query read timeout)/.test(
      message ?? '',
    );
  return AWAY.test(code) || SOCKET.test(code) || (code === 'ENOENT' && syscall === 'connect');
}

export const awayOr = (error: unknown): unknown =>
  isAway(error) ? new DatabaseAway(error) : error;

/** All connections of the pool are busy, or the server has no more: another host would not have them either. */
export function isFull(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '53300' || message === 'timeout exceeded when trying to connect';
}
