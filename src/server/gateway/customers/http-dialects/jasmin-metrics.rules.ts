/**
 * Jasmin's page of metrics, under Jasmin's names, from the counters of this gateway process
 * (jookies/jasmin, jasmin/protocols/http/endpoints/metrics.py). A metric that nothing here counts is left out.
 */

/** The series of a counter. */
export type Series = readonly {
  labels: Readonly<Record<string, string | number | undefined>>;
  value: number;
}[];

/** The words for refusals of the HTTP dialects that Jasmin counts apart. */
const HTTP_ERRORS: Readonly<Record<string, readonly string[]>> = {
  auth_error_count: ['UNAUTHENTICATED', 'ACCOUNT_NOT_ACTIVE'],
  route_error_count: ['NO_ROUTE', 'NO_RATE'],
  throughput_error_count: ['THROUGHPUT', 'QUEUE_FULL', 'DAILY_LIMIT', 'UNAPPROVED_LIMIT'],
  charging_error_count: ['NO_UNITS', 'QUOTA_SPENT'],
  server_error_count: ['FAULT'],
  success_count: ['ACCEPTED'],
};
/** Jasmin's counters of a connector, by the outcomes of its parts here. */
const CONNECTOR: Readonly<Record<string, readonly string[]>> = {
  submit_sm_request_count: ['submitted'],
  submit_sm_count: ['accepted'],
  deliver_sm_count: ['receipts', 'received'],
  throttling_error_count: ['throttled'],
  other_submit_error_count: ['refused'],
};
const HELP: Readonly<Record<string, string>> = {
  request_count: 'Messages and refused calls.',
  auth_error_count: 'Authentication errors.',
  route_error_count: 'Routing errors.',
  throughput_error_count: 'Messages above a limit.',
  charging_error_count: 'Messages without units.',
  server_error_count: 'Faults.',
  success_count: 'Accepted messages.',
  submit_sm_request_count: 'submit_sm requests.',
  submit_sm_count: 'Accepted submit_sm.',
  deliver_sm_count: 'deliver_sm requests.',
  throttling_error_count: 'Throttling errors.',
  other_submit_error_count: 'Other errors.',
};

/** The page, in the text format of Prometheus. */
export function metricsText({
  dialects,
  parts,
  answers,
}: Record<'dialects' | 'parts' | 'answers', Series>): string {
  const lines: string[] = [];
  const add = (name: string, values: readonly (readonly [labels: string, value: number])[]) =>
    lines.push(
      `# TYPE ${name} counter`,
      `# HELP ${name} ${HELP[name.slice(name.indexOf('_') + 1)]}`,
      ...values.map(([labels, value]) => `${name}${labels} ${value}`),
    );
  const http = (wanted?: readonly string[]) =>
    sum(dialects, ({ outcome }) => wanted === undefined || wanted.includes(String(outcome)));
  add('httpapi_request_count', [['', http()]]);
  for (const [name, outcomes] of Object.entries(HTTP_ERRORS))
    add(`httpapi_${name}`, [['', http(outcomes)]]);
  const cids = [...new Set(parts.map(({ labels }) => String(labels['connector'])))].toSorted();
  if (cids.length > 0)
    for (const [name, outcomes] of Object.entries(CONNECTOR))
      add(
        `smppc_${name}`,
        cids.map((cid) => [
          `{cid="${cid}"}`,
          sum(
            parts,
            ({ connector, outcome }) => connector === cid && outcomes.includes(String(outcome)),
          ),
        ]),
      );
  const smpp = (wanted: (status: string) => boolean) =>
    sum(answers, ({ command, status }) => command === 'submit_sm' && wanted(String(status)));
  const [ok, throttled] = ['ESME_ROK', 'ESME_RTHROTTLED'];
  add('smppsapi_submit_sm_request_count', [['', smpp(() => true)]]);
  add('smppsapi_submit_sm_count', [['', smpp((status) => status === ok)]]);
  add('smppsapi_throttling_error_count', [['', smpp((status) => status === throttled)]]);
  add('smppsapi_other_submit_error_count', [
    ['', smpp((status) => status !== ok && status !== throttled)],
  ]);
  return `${lines.join('\n')}\n`;
}

const sum = (series: Series, wanted: (labels: Series[number]['labels']) => boolean): number =>
  series.reduce((total, { labels, value }) => total + (wanted(labels) ? value : 0), 0);
