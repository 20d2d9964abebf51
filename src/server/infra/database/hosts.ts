/**
 * The addresses of each host of a connection string. As in PostgreSQL's own programs,
 * `postgresql://user:password@one:5432,two:5432/database` names the same database on several
 * machines, of which one accepts writes.
 */
export function hostsOf(connectionString: string): string[] {
  const [, before = '', hosts, after = ''] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]+,[^/?#@]*)((?:[/?#].*)?)$/s.exec(connectionString) ?? [];
  return hosts === undefined
    ? [connectionString]
    : hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** The address of another database on the same server, with all hosts and options. */
export function addressOfDatabase(connectionString: string, name: string): string {
  return connectionString.replace(/^([a-z]+:\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${name}`);
}

/** The same address under another user, or without one, with all hosts and options. */
export function addressAs(connectionString: string, user?: string, password?: string): string {
  const [, scheme = '', rest = ''] =
    /^([a-z]+:\/\/)(?:[^/?#@]*@)?(.*)$/s.exec(connectionString) ?? [];
  const [base = '', query] = rest.split('?', 2);
  // A user in the query would override the one before the hosts.
  const options = query
    ?.split('&')
    .filter((each) => !/^(user|password)=/.test(each))
    .join('&');
  const login = user === undefined ? '' : `${user}:${password ?? ''}@`;
  return `${scheme}${login}${base}${options ? `?${options}` : ''}`;
}
