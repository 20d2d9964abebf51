// The request that a generic connector makes of a message: its placeholders, parsing and rendering.
import type { GenericSettings } from './connector-generic-settings.ts';

// The request that a generic connector builds from its template; the gateway sends it and the form
// previews it.

export const MESSAGE_NAMES = [
  'destination',
  'sender',
  'text',
  'messageId',
  'encoding',
  'coding',
  'kannelCoding',
  'hexText',
  'callbackUrl',
] as const;
export const COMMON_NAMES = ['destinations', 'username', 'secret', 'count'] as const;
const NAMES: ReadonlySet<string> = new Set([...MESSAGE_NAMES, ...COMMON_NAMES]);
const REPEATED = /\{\{#messages\}\}([\s\S]*?)\{\{\/messages\}\}/g;

const ESCAPES: Record<
  GenericSettings['content_type'] | 'url' | 'header',
  (value: string) => string
> = {
  url: encodeURIComponent,
  form: encodeURIComponent,
  json: (value) => JSON.stringify(value).slice(1, -1),
  text: (value) => value,
  // A line break would start another header.
  header: (value) => value.replace(/[\r\n\0]/g, ' '),
};
const CONTENT_TYPES = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
};

/** Names in a template that have no value. */
export function unknownNames(template: string): string[] {
  return [...template.replaceAll(/\{\{[#/]messages\}\}/g, '').matchAll(/\{\{([^{}]*)\}\}/g)]
    .map((match) => match[1]!)
    .filter((name) => !NAMES.has(name));
}

/** True when one request may carry messages with different texts. */
export const repeats = (settings: Pick<GenericSettings, 'body'>): boolean =>
  settings.body.includes('{{#messages}}');

export type RequestTemplate = Pick<
  GenericSettings,
  'url' | 'method' | 'headers' | 'content_type' | 'body'
>;

/**
 * Fills a template.
 * @param messages the values by name, one set for each message; outside `{{#messages}}` the first
 * applies
 * @returns header names are in lower case and exclude those of the authentication
 */
export function fillRequest(
  template: RequestTemplate,
  messages: readonly Readonly<Record<string, string>>[],
): { method: string; url: string; headers: Record<string, string>; body: string | undefined } {
  const render = (text: string, context: keyof typeof ESCAPES) =>
    fill(
      text.replaceAll(REPEATED, (_, inner: string) =>
        messages.map((each) => fill(inner, each, ESCAPES[context])).join(','),
      ),
      messages[0]!,
      ESCAPES[context],
    );
  const body = template.method === 'GET' ? undefined : render(template.body, template.content_type);
  const headers: Record<string, string> =
    body === undefined ? {} : { 'content-type': CONTENT_TYPES[template.content_type] };
  for (const [name, text] of Object.entries(template.headers))
    headers[name.toLowerCase()] = render(text, 'header');
  return { method: template.method, url: render(template.url, 'url'), headers, body };
}

/** The query of a callback's address, question mark included. */
export const fillQuery = (template: string, values: Readonly<Record<string, string>>): string =>
  template === '' ? '' : `?${fill(template, values, encodeURIComponent)}`;

/** Inserted values are not expanded again, so that braces in a text stay text. */
function fill(
  template: string,
  values: Readonly<Record<string, string>>,
  escape: (value: string) => string,
): string {
  return template.replaceAll(/\{\{([a-zA-Z]+)\}\}/g, (whole, name: string) =>
    values[name] === undefined ? whole : escape(values[name]),
  );
}
