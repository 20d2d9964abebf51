/** Request bodies of the simulated payment providers. */
import type { IncomingMessage } from 'node:http';

export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 65_536) throw new Error('too long');
  }
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
