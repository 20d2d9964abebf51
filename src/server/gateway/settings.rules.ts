/** What a connector's settings must come to beyond the shape of each field. */
import { RE2JS } from 're2js';
import type { ConnectorKind, GenericSettings } from '../../contract/connectors.ts';
import { repeats, unknownNames } from '../../contract/requests.ts';
import { whyUrlBlocked } from '../outbound.ts';
import { compileAnswerExpression, requestFor } from './generic.rules.ts';

type Refused = { field: string; code: 'PRIVATE_ADDRESS' | 'BAD_EXPRESSION'; why: string };

/** What is wrong, field by field; nothing where it can be used. */
export function whyRefused(kind: ConnectorKind, settings: Record<string, unknown>): Refused[] {
  const refused: Refused[] = [];
  const address = (field: string) => {
    const url = settings[field];
    if (typeof url !== 'string' || url === '') return;
    const why = whyUrlBlocked(url.replaceAll(/\{\{\w+\}\}/g, 'x'), settings['allow_private'] === true);
    if (why !== undefined) refused.push({ field, code: 'PRIVATE_ADDRESS', why });
  };
  if (kind === 'SMPP') return refused;
  address('url');
  if (kind === 'HTTP') return refused;
  address('token_url');
  const generic = settings as GenericSettings;
  const wrong = (field: string, why: string) => refused.push({ field, code: 'BAD_EXPRESSION', why });
  for (const field of ['url', 'body', 'callback_query'] as const) for (const name of unknownNames(generic[field])) wrong(field, `{{${name}}}`);
  for (const template of Object.values(generic.headers)) for (const name of unknownNames(template)) wrong('headers', `{{${name}}}`);
  if (/\{\{/.test(/^https?:\/\/([^/?#]*)/i.exec(generic.url)?.[1] ?? '')) wrong('url', 'a host has no {{}}');
  if (generic.success_expression !== '') attempt('success_expression', () => compileAnswerExpression(generic.success_expression));
  if (generic.id_pattern !== '') attempt('id_pattern', () => RE2JS.compile(generic.id_pattern));
  if (generic.auth === 'oauth' && generic.token_url === undefined) wrong('token_url', 'OAuth');
  if (generic.batch_size > 1 && !repeats(generic) && ![generic.url, generic.body].some((template) => template.includes('{{destinations}}'))) wrong('batch_size', '{{destinations}}, {{#messages}}');
  if (generic.success_pointer !== '' && generic.success_values.length === 0 && generic.success_expression === '') wrong('success_values', generic.success_pointer);
  if (generic.method !== 'GET' && generic.content_type === 'json' && refused.length === 0) {
    attempt('body', () => {
      const { body } = requestFor({ cid: 'abc', settings: generic, secrets: { secret: 's"', callback: 'c' } }, [{ id: 'x', destination: '254712345678', sender: 'A"B', text: 'a "quoted"\nline', encoding: 0 }]);
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
