/** Rules of a connector's settings beyond the shape of each field. */
import ipaddr from 'ipaddr.js';
import type { ConnectorKind, SmppSettings } from '../../../../contract/api/connector-settings.ts';
import type { GenericSettings } from '../../../../contract/api/connector-generic-settings.ts';
import { repeats, unknownNames } from '../../../../contract/api/request-template.ts';
import { compileSearch } from '../../../core/dispatch/routing/patterns.rules.ts';
import { vouchFor, whyBlocked, whyUrlBlocked } from '../../../infra/http/outbound-addresses.ts';
import type { PrivateHosts } from '../../../infra/http/private-hosts.ts';
import { requestFor } from '../../carriers/generic.rules.ts';
import { compileAnswerExpression } from '../../carriers/answer-expression.ts';

const isAddress = (host: string) => ipaddr.isValid(host);

type Refused = { field: string; code: 'PRIVATE_ADDRESS' | 'BAD_EXPRESSION'; why: string };

/** Returns the errors of settings by field. A host name is checked when it is connected to. */
export function whyRefused(
  kind: ConnectorKind,
  settings: Record<string, unknown>,
  privateHosts: PrivateHosts,
): Refused[] {
  const refused: Refused[] = [];
  const address = (field: string) => {
    const url = settings[field];
    if (typeof url !== 'string' || url === '') return;
    const target = url.replaceAll(/\{\{\w+\}\}/g, 'x');
    const why = whyUrlBlocked(
      target,
      settings['allow_private'] === true && vouchFor(target, privateHosts),
    );
    if (why !== undefined) refused.push({ field, code: 'PRIVATE_ADDRESS', why });
  };
  if (kind === 'SMPP') {
    const { host, port } = settings as SmppSettings;
    const vouch = (address: string) => privateHosts.has({ host, port, address });
    const why = isAddress(host) ? whyBlocked(host, vouch) : undefined;
    return why === undefined ? refused : [{ field: 'host', code: 'PRIVATE_ADDRESS', why }];
  }
  address('url');
  if (kind === 'HTTP') return refused;
  address('token_url');
  const generic = settings as GenericSettings;
  const wrong = (field: string, why: string) =>
    refused.push({ field, code: 'BAD_EXPRESSION', why });
  for (const field of ['url', 'body', 'callback_query'] as const)
    for (const name of unknownNames(generic[field])) wrong(field, `{{${name}}}`);
  for (const template of Object.values(generic.headers))
    for (const name of unknownNames(template)) wrong('headers', `{{${name}}}`);
  if (/\{\{/.test(/^https?:\/\/([^/?#]*)/i.exec(generic.url)?.[1] ?? ''))
    wrong('url', 'a host has no {{}}');
  if (generic.success_expression !== '')
    attempt('success_expression', () => compileAnswerExpression(generic.success_expression));
  if (generic.id_pattern !== '') attempt('id_pattern', () => compileSearch(generic.id_pattern));
  if (generic.auth === 'oauth' && generic.token_url === undefined) wrong('token_url', 'OAuth');
  if (
    generic.batch_size > 1 &&
    !repeats(generic) &&
    ![generic.url, generic.body].some((template) => template.includes('{{destinations}}'))
  )
    wrong('batch_size', '{{destinations}}, {{#messages}}');
  if (
    generic.success_pointer !== '' &&
    generic.success_values.length === 0 &&
    generic.success_expression === ''
  )
    wrong('success_values', generic.success_pointer);
  if (generic.method !== 'GET' && generic.content_type === 'json' && refused.length === 0) {
    attempt('body', () => {
      const { body } = requestFor(
        { cid: 'abc', settings: generic, secrets: { secret: 's"', callback: 'c' } },
        [
          {
            id: 'x',
            destination: '254712345678',
            sender: 'A"B',
            text: 'a "quoted"\nline',
            encoding: 0,
          },
        ],
      );
      JSON.parse(body ?? '');
    });
  }
  return refused;

  function attempt(field: string, work: () => unknown): void {
    try {
      work();
    } catch (error) {
      wrong(field, error instanceof Error ? error.message : String(error));
    }
  }
}
