/**
 * The addresses of each host of a connection string: `postgresql://user:password@one:5432,two:5432/database` means the same
 * database on several machines, of which one takes writes, as PostgreSQL's own programs have it.
 */
export function hostsOf(connectionString: string): string[] {
  const [, before = '', hosts, after = ''] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]+,[^/?#@]*)((?:[/?#].*)?)$/s.exec(connectionString) ?? [];
  return hosts === undefined
    ? [connectionString]
    : hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** The address of another database on the same server, whatever hosts and options it is given by. */
export function addressOfDatabase(connectionString: string, name: string): string {
  return connectionString.replace(/^([a-z]+:\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${name}`);
}

/** The same address under another user, or without one, whatever hosts and options it has. */
export function addressAs(connectionString: string, user?: string, password?: string): string {
  const [, scheme = '', rest = ''] =
    /^([a-z]+:\/\/)(?:[^/?#@]*@)?(.*)$/s.exec(connectionString) ?? [];
  const [base = '', query] = rest.split('?', 2);
  // A user in the query would win over the one before the hosts.
  const options = query
    ?.split('&')
    .filter((each) => !/^(user|password)=/.test(each))
    .join('&');
  const login = user === undefined ? '' : `${user}:${password ?? ''}@`;
  return `${scheme}${login}${base}${options ? `?${options}` : ''}`;
}
