/** The result of a test. `warning`: it works, but needs attention. */
export type Finding = { state: 'ok' | 'warning' | 'wrong'; said: string; remedy?: string };

/** The result of one check. */
export type Look = Finding & { check: string };

/** Names the check that made these findings. */
export function about(check: string, ...findings: readonly Finding[]): Look[] {
  return findings.map((finding) => ({ check, ...finding }));
}
